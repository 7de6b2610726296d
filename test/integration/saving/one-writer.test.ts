import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { demoData } from '../../exchange-service/demo-data.ts'
import { type ExchangeService, startExchangeService } from '../../exchange-service/start-exchange-service.ts'
import { savedHashes } from '../../support/distinct-documents.ts'
import { createProgram, type Program, type RunningProgram } from '../cli-program.ts'

let service: ExchangeService
let program: Program
let holder: RunningProgram
let open: () => void

beforeEach(async () => {
  const data = demoData({ setsPerCustomer: 1 })
  for (const set of data.sets) set.documentKinds = set.documentKinds.map(() => 'small')
  service = await startExchangeService({ data })
  onTestFinished(service.close)
  program = await createProgram(service.url)
  onTestFinished(program.remove)
  const before = await program.runHere(save('before'))
  expect(before.code).toBe(0)
  const gate = service.hold('document')
  open = gate.open
  holder = program.start(save('out'))
  onTestFinished(() => void holder.child.kill('SIGKILL'))
  await expect.poll(() => gate.waiting).toBeGreaterThan(0)
})

const save = (to: string): string[] => ['save', '--customer', 'aurora', '--to', to, '--name', '{documentId}', '--quiet']

describe('a data folder that a process saves with', () => {
  it('refuses a second save and a resume with 8 and names the first by its process', async () => {
    for (const words of [save('other'), ['resume', '--quiet']]) {
      const { code, stderr } = await program.runHere(words)
      expect({ code, stderr }).toEqual({
        code: 8,
        stderr: expect.stringContaining(`process ${holder.child.pid}, since 2`),
      })
      expect(stderr.trim().split('\n')).toHaveLength(1)
    }
    open()
    expect((await holder.result).code).toBe(0)
    expect((await savedHashes(join(program.folder, 'out'))).size).toBeGreaterThan(0)
  })

  it('can still be read', { tags: 'soak' }, async () => {
    for (const words of [
      ['search', '--customer', 'aurora'],
      ['counterparties'],
      ['jobs'],
      ['verify', 'before'],
      ['save', '--customer', 'aurora', '--to', 'planned', '--dry-run'],
    ]) {
      expect(await program.runHere([...words, '--json'])).toMatchObject({ code: 0 })
    }
  })

  it('is free at once when that process is killed', async () => {
    holder.child.kill('SIGKILL')
    await holder.result
    open()
    expect(await program.runHere(['resume', '--quiet'])).toMatchObject({ code: 0 })
    expect(await program.runHere(save('other'))).toMatchObject({ code: 0 })
  })

  it('does not lock another data folder', { tags: 'soak' }, async () => {
    open()
    expect(await program.runHere([...save('other'), '--data-dir', 'other-data'])).toMatchObject({ code: 0 })
  })
})
