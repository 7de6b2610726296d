import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { amendBill, SHOW_SHIPMENT, showData } from '../exchange-service/show-set.ts'
import { startExchangeService } from '../exchange-service/start-exchange-service.ts'
import { createProgram } from './cli-program.ts'

describe('the set that the demo shows', () => {
  it('has signatures that fit and do not, and a bill of lading of which a later save keeps the later version too', async () => {
    const data = showData({ setsPerCustomer: 1 })
    const service = await startExchangeService({ data })
    onTestFinished(service.close)
    const program = await createProgram(service.url)
    onTestFinished(program.remove)
    const bills = async (): Promise<number> =>
      (await readdir(join(program.folder, 'out'))).filter((name) => name.startsWith('Bill of Lading, 4')).length
    const save = () => program.runHere(['save', '--shipment-ref', SHOW_SHIPMENT, '--to', 'out', '--name', '{name}'])

    expect(await save()).toMatchObject({ code: 0 })
    expect(await bills()).toBe(1)
    const { stdout } = await program.runHere(['verify', 'out', '--signatures'])
    expect(stdout).toContain('What was signed is unchanged; 1 change was added to the document after it.')
    expect(stdout).toContain('Changed since it was signed')
    expect(stdout).toContain('5 PDFs, of which 2 with digital signatures')

    amendBill(service, data.shown, new Date('2026-03-04T08:00:00Z'))
    expect(await save()).toMatchObject({ code: 0 })
    expect(await bills()).toBe(2)
  })
})
