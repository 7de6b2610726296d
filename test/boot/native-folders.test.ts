import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempFolder } from '../support/temp-folder.ts'
import { bootPage } from './boot-desk.ts'

describe('the dialogs of the system', () => {
  it('give the page an id for a folder, and nothing when they were closed', async () => {
    const [desk, folder] = await Promise.all([bootPage(), tempFolder()])
    expect(await desk.call('saving.chooseFolder', {})).toBeNull()
    await desk.ask('choose', folder)
    expect(await desk.call('saving.chooseFolder', {})).toMatchObject({ path: folder, isThere: true })
  })

  it('say where a text is written', async () => {
    const [desk, folder] = await Promise.all([bootPage(), tempFolder()])
    const text = { suggestedName: 'sets.csv', text: 'set\r\n' }
    expect(await desk.call('files.saveText', text)).toEqual({ isSaved: false })
    await desk.ask('choose', join(folder, 'sets.csv'))
    expect(await desk.call('files.saveText', text)).toEqual({ isSaved: true })
  })
})

describe('a chosen folder', () => {
  it('is opened in the file browser of the system', async () => {
    const [desk, folder] = await Promise.all([bootPage(), tempFolder()])
    await desk.ask('choose', folder)
    const { folderId } = (await desk.call('saving.chooseFolder', {})) ?? expect.unreachable()
    await desk.call('saving.openFolder', { folderId })
    expect(await desk.given('openPath')).toEqual([[folder]])
  })

  it('that vanished is a failure that says so', async () => {
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
