import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FoldersPort } from '../../src/main/desk/desk-ports.ts'

export interface ShellFolders extends FoldersPort {
  /** Answers of the next dialogs, in order; `undefined` closes the dialog. */
  answers: (string | undefined)[]
  /** Everything that the application opened, showed or dragged. */
  asked: { what: 'open' | 'show' | 'drag'; paths: readonly string[] }[]
}

/**
 * Dialogs without a desktop: the answers are scripted, and where none is left a folder of the shell's own is chosen, so
 * that whoever tries the application in a browser can save as well.
 */
export function createShellFolders(root: string, onAsked: (line: string) => void): ShellFolders {
  const answers: (string | undefined)[] = []
  const asked: ShellFolders['asked'] = []
  const note = (what: 'open' | 'show' | 'drag', paths: readonly string[]): Promise<void> => {
    asked.push({ what, paths })
    onAsked(`${what}: ${paths.join(', ')}`)
    return Promise.resolve()
  }
  const answer = async (fallback: string): Promise<string | undefined> => {
    if (answers.length > 0) return answers.shift()
    await mkdir(root, { recursive: true })
    return fallback
  }
  return {
    answers,
    asked,
    chooseFolder: () => answer(root),
    chooseFile: () => Promise.resolve(answers.shift()),
    chooseNewFile: (_title, suggestedName) => answer(join(root, suggestedName)),
    open: (path) => note('open', [path]),
    showInFolder: (path) => note('show', [path]),
    drag: (paths) => note('drag', paths),
  }
}
