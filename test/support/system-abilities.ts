import { spawnSync } from 'node:child_process'
import { lstatSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Whether links can be made: not by every user of Windows, and not under Wine, which only says that it made one. */
export const CAN_LINK = triesToLink()

/** Whether the system has `sh`, named pipes, modes of files, and folders that differ by case alone: what Windows has not. */
export const IS_POSIX = process.platform !== 'win32'

/** Whether a program answers to its name. */
export function hasProgram(name: string): boolean {
  return spawnSync(name, ['--version']).error === undefined
}

/** Whether what is printed can be looked at by other readers: of PDF, and of bar codes. */
export function hasPaperReaders(): boolean {
  return hasProgram('pdftoppm') && hasProgram('zbarimg')
}

/** Of cases that plant something, those whose `a link …` or `a pipe` can be made here. */
export function plantable<T>(cases: readonly [what: string, plant: T][]): [what: string, plant: T][] {
  return cases.filter(([what]) => (CAN_LINK || !what.startsWith('a link')) && (IS_POSIX || what !== 'a pipe'))
}

function triesToLink(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'can-link-'))
  const link = join(folder, 'link')
  try {
    symlinkSync('elsewhere', link)
    return lstatSync(link).isSymbolicLink()
  } catch {
    return false
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
