import { describe, expect, it } from 'vitest'
import { anySavedFile, savedPaths } from '../../../../src/renderer/set/saved-files.ts'
import { MAX_SETS_OF_FILES } from '../../../../src/shared/model/size-limits.ts'
import { scriptedCaller, type ScriptedCaller } from '../scripted-caller.ts'

const sessionId = 'session-1'

/** Each set has a file of its own and one that all share; of the sets that are gone nothing is there. */
function callerWithout(...gone: readonly string[]): ScriptedCaller {
  return scriptedCaller({
    'sets.savedFiles': ({ setIds }) => ({
      files: setIds
        .filter((setId) => !gone.includes(setId))
        .flatMap((setId) => [
          { setId, documentId: 'own', path: `/archive/${setId}.pdf` },
          { setId, documentId: 'shared', path: '/archive/shared.pdf' },
        ]),
    }),
  })
}

describe('savedPaths', () => {
  it('names each path once, however many sets are asked for', async () => {
    const setIds = Array.from({ length: MAX_SETS_OF_FILES + 1 }, (_, place) => `set-${place}`)
    const caller = callerWithout()
    const paths = await savedPaths(setIds, { caller, sessionId })
    expect(paths.slice(0, 3)).toEqual(['/archive/set-0.pdf', '/archive/shared.pdf', '/archive/set-1.pdf'])
    expect(paths).toHaveLength(setIds.length + 1)
    expect(caller.inputsOf('sets.savedFiles')).toEqual([
      { sessionId, setIds: setIds.slice(0, -1) },
      { sessionId, setIds: setIds.slice(-1) },
    ])
  })
})

describe('anySavedFile', () => {
  it('is the first that is still there, and asks for no more', async () => {
    const caller = callerWithout('a')
    expect(await anySavedFile(['a', 'b', 'c'], { caller, sessionId })).toMatchObject({ setId: 'b' })
    expect(caller.calls).toHaveLength(2)
    expect(await anySavedFile(['a'], { caller, sessionId })).toBeUndefined()
  })
})
