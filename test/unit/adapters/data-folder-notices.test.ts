import { describe, expect, it } from 'vitest'
import { dataFolderNotices } from '../../../src/adapters/data-folder-notices.ts'

const ONEDRIVE = { OneDriveCommercial: String.raw`C:\Users\ops\OneDrive - Firm` }

describe('the location of the data folder', () => {
  it.each([
    [String.raw`\\nas\home\ops\Parcel Desk`, 'network share'],
    ['//nas/home/ops', 'network share'],
    [String.raw`C:\Users\ops\OneDrive - Firm\Parcel Desk`, 'OneDrive'],
    [String.raw`c:\users\OPS\onedrive - firm`, 'OneDrive'],
  ])('is warned of on Windows if databases may be damaged there: %s', (dataDir, why) => {
    const [notice] = dataFolderNotices(dataDir, ONEDRIVE, 'win32')
    expect(notice?.where).toBe(dataDir)
    expect(notice?.message).toContain(why)
  })

  it.each([
    [String.raw`C:\Users\ops\AppData\Local\Parcel Desk\Data`, 'win32'],
    [String.raw`C:\Users\ops\OneDrive - Firm 2`, 'win32'],
    ['/home/ops/.local/share/Parcel Desk', 'linux'],
  ] as const)('needs no warning: %s', (dataDir, platform) => {
    expect(dataFolderNotices(dataDir, ONEDRIVE, platform)).toEqual([])
  })
})
