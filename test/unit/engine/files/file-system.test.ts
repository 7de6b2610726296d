import { describe, expect, it } from 'vitest'
import {
  HELD_WAITS_MS,
  HELD_WAITS_SYNC_MS,
  retryWhileHeld,
  retryWhileHeldSync,
} from '../../../../src/engine/files/file-system.ts'

const thrownBy = (code: string): Error => Object.assign(new Error(code), { code })

/** Fails with each of these codes in turn, then returns `done`. */
function failing(...codes: string[]): { act: () => string; tries: () => number } {
  let tries = 0
  return {
    act: () => {
      tries += 1
      const code = codes[tries - 1]
      if (code !== undefined) throw thrownBy(code)
      return 'done'
    },
    tries: () => tries,
  }
}

describe.each([
  ['retryWhileHeld', HELD_WAITS_MS],
  ['retryWhileHeldSync', HELD_WAITS_SYNC_MS],
] as const)('%s', (name, waits) => {
  const run = async (act: () => string, platform: NodeJS.Platform): Promise<{ waited: number[]; result: string }> => {
    const waited: number[] = []
    const wait = (ms: number): void => {
      waited.push(ms)
    }
    const result =
      name === 'retryWhileHeld'
        ? await retryWhileHeld(() => Promise.resolve().then(act), { platform, wait })
        : retryWhileHeldSync(act, { platform, wait })
    return { waited, result }
  }

  it('tries again on Windows until a scanner lets go of the file', async () => {
    const { act } = failing('EBUSY', 'EPERM', 'EACCES')
    expect(await run(act, 'win32')).toEqual({ waited: waits.slice(0, 3), result: 'done' })
  })

  it('throws what the last try threw of a file that stays held', async () => {
    const { act, tries } = failing(...Array.from({ length: 20 }, () => 'EBUSY'))
    await expect(run(act, 'win32')).rejects.toMatchObject({ code: 'EBUSY' })
    expect(tries()).toBe(waits.length + 1)
  })

  it.each([
    ['win32', 'ENOENT'],
    ['win32', 'EEXIST'],
    ['linux', 'EBUSY'],
    ['darwin', 'EACCES'],
  ] as const)('does not try again where nobody can let go: %s, %s', async (platform, code) => {
    const { act, tries } = failing(code)
    await expect(run(act, platform)).rejects.toMatchObject({ code })
    expect(tries()).toBe(1)
  })

  it('waits for nothing where nothing is held', async () => {
    expect(await run(failing().act, 'win32')).toEqual({ waited: [], result: 'done' })
  })
})
