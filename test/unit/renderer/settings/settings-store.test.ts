import { describe, expect, it } from 'vitest'
import { createSettingsStore } from '../../../../src/renderer/client/settings-store.ts'
import { scriptedCaller } from '../scripted-caller.ts'

describe('the settings', () => {
  it('keep a failure with its section until the next attempt', async () => {
    const store = createSettingsStore(
      scriptedCaller({
        'saving.folders': () => ({ folders: [] }),
        'settings.change': () => Promise.reject(new Error('disk')),
      }),
    )
    expect(await store.actions.change('saving', { concurrency: 8 })).toBe(false)
    expect(store.getState().failure).toMatchObject({ section: 'saving', failure: { message: 'disk' } })
    await store.actions.readFolders()
    expect(store.getState()).toMatchObject({ failure: undefined, folders: [] })
  })
})
