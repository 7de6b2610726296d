import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PROJECT_ROOT } from '../support/project-files.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { bootPage } from './boot-desk.ts'
import { bootSaving } from './boot-saving.ts'

describe('the system dialogs', () => {
  it('give the page an id for a folder, and nothing if they were closed', async () => {
    const [desk, folder] = await Promise.all([bootPage(), tempFolder()])
    expect(await desk.call('saving.chooseFolder', {})).toBeNull()
    await desk.ask('choose', folder)
    expect(await desk.call('saving.chooseFolder', {})).toMatchObject({ path: folder, isThere: true })
  })

  it('choose where a list is written', async () => {
    const [desk, folder] = await Promise.all([bootPage(), tempFolder()])
    const list = { rows: [['set']], format: 'csv' as const }
    expect(await desk.call('search.export', list)).toEqual({ file: null })
    await desk.ask('choose', join(folder, 'sets.csv'))
    expect(await desk.call('search.export', list)).toMatchObject({ file: { fileId: expect.any(String) } })
  })
})

describe('a chosen folder', () => {
  it('is opened in the system’s file manager', async () => {
    const [desk, folder] = await Promise.all([bootPage(), tempFolder()])
    await desk.ask('choose', folder)
    const { folderId } = (await desk.call('saving.chooseFolder', {})) ?? expect.unreachable()
    await desk.call('saving.openFolder', { folderId })
    expect(await desk.given('openPath')).toEqual([[folder]])
  })

  it('fails with folder-gone if it has vanished', async () => {
    const [desk, folder] = await Promise.all([bootPage(), tempFolder()])
    await desk.ask('choose', folder)
    const { folderId } = (await desk.call('saving.chooseFolder', {})) ?? expect.unreachable()
    await rm(folder, { recursive: true })
    expect(await desk.ask('call', 'saving.openFolder', { folderId })).toMatchObject({
      isOk: false,
      failure: { tag: 'folder-gone' },
    })
    expect(await desk.given('openPath')).toEqual([])
  })
})

describe('saved documents', () => {
  it('are dragged out of the window as files', async () => {
    const { desk, gate, folder, jobId, sessionId } = await bootSaving()
    gate.open()
    const saved = { jobId, slice: { from: 0, count: 2 }, state: 'saved' } as const
    await expect.poll(async () => (await desk.call('jobs.documents', saved)).documents).toHaveLength(2)
    const { documents } = await desk.call('jobs.documents', saved)
    const dragged = documents.map(({ setId, documentId }) => ({ setId, documentId }))
    expect(await desk.call('documents.drag', { sessionId, documents: dragged })).toEqual({ files: 2 })
    const files = documents.map(({ documentId }) => join(folder, `TEST ${documentId}.pdf`))
    const icon = expect.objectContaining({ path: expect.stringMatching(/drag\.png$/) })
    expect(await desk.given('startDrag')).toEqual([[{ file: files[0], files, icon }]])
  })
})

describe('the picture under which they are dragged', () => {
  it.each([
    ['drag.png', 64],
    ['drag@2x.png', 128],
  ])('does not hide where they are dropped: %s has %s pixels', (name, pixels) => {
    const header = readFileSync(join(PROJECT_ROOT, 'resources', 'icons', name))
    // The width and height of a PNG.
    expect([header.readUInt32BE(16), header.readUInt32BE(20)]).toEqual([pixels, pixels])
  })
})
