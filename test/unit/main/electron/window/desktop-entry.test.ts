import { describe, expect, it } from 'vitest'
import { desktopEntry } from '../../../../../src/main/electron/window/desktop-entry.ts'

describe('an entry for starting at login', () => {
  it('keeps a path with spaces, quotes and placeholders one word', () => {
    const entry = desktopEntry(['/opt/Parcel "Desk" 100%/$HOME', '--hidden'])
    expect(entry.split('\n')).toContain(String.raw`Exec="/opt/Parcel \"Desk\" 100%%/\$HOME" "--hidden"`)
  })
})
