import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { DeskEvent, Input, Output } from '../../../src/shared/contract/contract.ts'
import { demoData } from '../../exchange-service/demo-data.ts'
import { demoUser, startExchangeService } from '../../exchange-service/start-exchange-service.ts'
import { composeDesk, type ComposedDesk } from '../../support/composed-desk.ts'
import { filesBelow } from '../../support/temp-folder.ts'

const program = new URL('../../../src/engine/pack/pack-worker.ts', import.meta.url)

interface PackDesk extends ComposedDesk {
  plan(template?: string): Promise<Output<'packs.plan'>>
  write(plan: Output<'packs.plan'>): Promise<Output<'packs.write'>['made']>
  events: DeskEvent[]
}

async function openDesk(): Promise<PackDesk> {
  const service = await startExchangeService({ data: demoData({ setsPerCustomer: 1 }) })
  onTestFinished(service.close)
  const desk = await composeDesk({ packProgram: program })
  const { call } = desk
  const once = { profile: null, environment: 'test', credentialForm: 'basic', caFileId: null } as const
  const { sessionId } = await call('accounts.signIn', { baseUrl: service.url, ...demoUser, ...once })
  const selection = {
    customers: ['Aurora Grain AG'],
    shipmentRefs: [],
    status: '',
    instance: null,
    filters: {},
    states: [],
  }
  const { searchId } = await call('search.start', { sessionId, selection })
  await expect.poll(async () => (await call('desk.snapshot', {})).searches[0]?.state).toBe('done')
  const { rows } = await call('search.rows', { searchId, slice: { from: 0, count: 10 } })
  const setIds = rows.map(({ setId }) => setId)
  const events: DeskEvent[] = []
  desk.desk.events.listen((event) => void events.push(event))
  return {
    ...desk,
    events,
    plan: (template) => call('packs.plan', { sessionId, setIds, template: template ?? null }),
    write: async ({ packId, entries }) => {
      const order = [...entries.keys()].toReversed()
      return (await call('packs.write', { packId, form: 'folder', order })).made
    },
  }
}

describe('packs at the desk', () => {
  it('save first what is not saved, and then are made in the order of the page', async () => {
    const desk = await openDesk()
    const plan = await desk.plan()
    expect(plan.savesInto).toBeNull()
    expect(plan.entries.map(({ state }) => state)).toEqual(plan.entries.map(() => 'unsaved'))
    const made = await desk.write(plan)
    expect(made).toMatchObject({ documents: plan.entries.length, kept: [], name: expect.stringMatching(/^Pack SHP-/) })
    const index: unknown = JSON.parse(await readFile(join(desk.folder, made?.name ?? '', 'index.json'), 'utf8'))
    const titles = plan.entries.map(({ title }) => title).toReversed()
    expect(index).toMatchObject({ documents: titles.map((title) => ({ title })) })
    expect(desk.events.map(({ name }) => name)).toContain('packs.progressed')
    await desk.call('packs.show', { packId: plan.packId })
    expect(desk.asked).toEqual([join(desk.folder, made?.name ?? '')])
    const again = await desk.write(await desk.plan())
    expect(again).toMatchObject({ sha256: made?.sha256, name: `${made?.name} (2)` })
    const sums = await readFile(join(desk.folder, again?.name ?? '', 'SHA256SUMS'))
    expect(createHash('sha256').update(sums).digest('hex')).toBe(again?.sha256)
  })

  it('are refused where a file is gone since the plan; the next plan says so, and saves it again', async () => {
    const desk = await openDesk()
    await desk.write(await desk.plan())
    const plan = await desk.plan()
    expect(plan.savesInto).toBe(desk.folder)
    const saved = (await filesBelow(desk.folder)).filter((name) => name.endsWith('.pdf') && !name.startsWith('Pack'))
    await rm(join(desk.folder, saved[0] ?? ''))
    await expect(desk.write(plan)).rejects.toThrow(/is not there any more/)
    const later = await desk.plan()
    expect(later.entries.filter(({ state }) => state === 'gone')).toHaveLength(1)
    expect(await desk.write(later)).toMatchObject({ documents: plan.entries.length })
  })

  it('keep their orders in the data folder, and say what is lacking', async () => {
    const desk = await openDesk()
    const templates = [{ name: 'Bank', patterns: ['certificate of nothing', 'bill of lading'] }]
    await desk.call('packs.keepTemplates', { templates })
    expect(await desk.call('packs.templates', {})).toEqual({ templates })
    const { entries, lacks } = await desk.plan('Bank')
    expect(entries[0]?.title).toMatch(/bill of lading/i)
    expect(lacks).toEqual(['certificate of nothing'])
    await expect(desk.plan('Other')).rejects.toThrow(/no order of packs named “Other”.*/)
  })

  it('can be stopped, and leave nothing', async () => {
    const desk = await openDesk()
    const plan = await desk.plan()
    await desk.write(plan)
    const before = await filesBelow(desk.folder)
    const stop = desk.desk.events.listen(({ name }) => {
      if (name === 'packs.progressed') void desk.call('packs.cancel', { packId: plan.packId })
    })
    await expect(desk.write(plan)).rejects.toThrow(/interrupted/)
    stop()
    expect(await filesBelow(desk.folder)).toEqual(before)
  })

  it('know only plans and places of their own', async () => {
    const desk = await openDesk()
    const write = { form: 'zip', order: [0] } satisfies Omit<Input<'packs.write'>, 'packId'>
    await expect(desk.call('packs.write', { packId: 'x', ...write })).rejects.toThrow(/not planned any more/)
    const { packId } = await desk.plan()
    await writeFile(join(desk.root, 'unused'), '')
    await expect(desk.call('packs.write', { packId, ...write, order: [999] })).rejects.toThrow(/no document/)
  })
})
