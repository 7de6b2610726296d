import { describe, expect, it } from 'vitest'
import { typedPathFlaw } from '../../../../../src/engine/saving/names/typed-path.ts'

describe('typedPathFlaw', () => {
  it.each([
    String.raw`C:\Archive`,
    String.raw`C:\My Ships\2026`,
    'C:/My Ships/2026/',
    String.raw`\\nas\trade\ships`,
    String.raw`\\nas\trade`,
    'D:ships',
    String.raw`..\ships\.hidden`,
    'ships',
    String.raw`C:\PROGRA~1\ships`,
    String.raw`C:\Consignee\común`,
    'C:\\',
  ])('is taken as it is: %s', (typed) => {
    expect(typedPathFlaw(typed, 'win32')).toBeUndefined()
  })

  it('explains the backslash that swallowed the closing quote and the options after it', () => {
    const flaw = typedPathFlaw(String.raw`C:\My Ships" --only-new --quiet`, 'win32')
    expect(flaw?.reason).toContain('backslash before the closing quote')
    expect(flaw?.next).toContain(String.raw`"C:\My Ships"`)
  })

  it.each([
    [String.raw`C:\what?`, 'character'],
    [String.raw`C:\wh*at\x`, 'character'],
    [String.raw`C:\a|b`, 'character'],
    ['C:\\a\tb', 'character'],
    [String.raw`C:\got.pdf:x`, 'hidden stream'],
    ['got.pdf:x', 'hidden stream'],
    [String.raw`C:\aux\x`, 'device'],
    [String.raw`C:\nul`, 'device'],
    [String.raw`C:\CON.pdf`, 'device'],
    [String.raw`C:\Trail. `, 'ends with a dot or a space'],
    [String.raw`C:\Trail.\x`, 'ends with a dot or a space'],
    [String.raw`\\?\C:\X`, 'past the rules'],
    [String.raw`\\.\C:\X`, 'past the rules'],
    ['//?/C:/X', 'past the rules'],
    [`C:\\${'x'.repeat(256)}`, '255 characters'],
  ])('is refused: %j', (typed, reason) => {
    expect(typedPathFlaw(typed, 'win32')?.reason).toContain(reason)
  })

  it.each(['~', '~/ships', '~root/ships', String.raw`~\ships`, '~+/ships'])(
    'takes %s for a home folder that the shell did not replace, not for a name',
    (typed) => {
      expect(typedPathFlaw(typed, 'linux')?.next).toContain('$HOME')
      expect(typedPathFlaw(typed, 'win32')?.next).toContain('%USERPROFILE%')
    },
  )

  it.each(['./~', 'ships/~', '/srv/~/ships', 'a~b', '~'.padStart(2, '.')])('takes %s as it is', (typed) => {
    expect(typedPathFlaw(typed, 'linux')).toBeUndefined()
  })

  it('accepts anything else on other systems, where these are names', () => {
    expect(typedPathFlaw('/srv/what?/aux/a:b"', 'linux')).toBeUndefined()
  })
})
