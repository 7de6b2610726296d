import { win32 } from 'node:path'
import { trimNameEnd, isDeviceName } from './file-names.ts'

const MAX_NAME_CHARS = 255
/** Shells put a home folder here, but not after an equals sign, not in quotes, and on Windows mostly not at all. */
const HOME_SIGN = /^~[^\\/]*/
/** `\\?\` and `\\.\` bypass all of the system's rules for names. */
const BYPASSES_RULES = /^[\\/]{2}[?.][\\/]/
// eslint-disable-next-line no-control-regex -- it searches for control characters
const FORBIDDEN = /["*:<>?|\u0000-\u001F]/

/** What is wrong with a typed path, and what to type instead. */
export interface TypedPathFlaw {
  reason: string
  next: string
}

/**
 * What is wrong with a typed path: a home folder that the shell left as it was typed and, on Windows, what breaks its own
 * rules. Node passes paths on in a form in which Windows does not apply them: it would create folders that Explorer can neither
 * open nor delete, and write into a stream of another file (W-B6).
 */
export function typedPathFlaw(typed: string, platform: NodeJS.Platform = process.platform): TypedPathFlaw | undefined {
  const [sign] = HOME_SIGN.exec(typed) ?? []
  if (sign !== undefined) return unreplacedHome(sign, platform)
  if (platform !== 'win32') return undefined
  if (typed.includes('"')) {
    const reason =
      'has a quotation mark in it: Windows takes a backslash before the closing quote as a part of the path'
    return { reason, next: String.raw`Leave out the last backslash: "C:\My Ships", not "C:\My Ships\".` }
  }
  if (BYPASSES_RULES.test(typed)) {
    return { reason: 'goes past the rules for names', next: String.raw`Leave out the \\?\ at its beginning.` }
  }
  const parts = typed.slice(win32.parse(typed).root.length).split(/[\\/]+/)
  for (const part of parts) {
    const reason = partFlaw(part)
    if (reason !== undefined) return { reason, next: 'Choose another name.' }
  }
  return undefined
}

function unreplacedHome(sign: string, platform: NodeJS.Platform): TypedPathFlaw {
  const home = platform === 'win32' ? '%USERPROFILE%, or $HOME in PowerShell' : '$HOME'
  const meant =
    sign === '~' ? `For your home folder write ${home}` : `Write the whole path; your own home folder is ${home}`
  return {
    reason: `begins with “${sign}”, which the shell did not replace by a home folder`,
    next: `${meant}. A folder that is called so is ./${sign}.`,
  }
}

function partFlaw(part: string): string | undefined {
  if (part === '.' || part === '..') return undefined
  const forbidden = FORBIDDEN.exec(part)?.[0]
  if (forbidden === ':') return `has a colon in “${part}”, which Windows takes for a hidden stream of another file`
  if (forbidden !== undefined) return `has a character in “${part}” that no name on Windows may have`
  if (trimNameEnd(part) !== part)
    return `has “${part}”, which ends with a dot or a space; Windows cannot open such a name`
  if (isDeviceName(part)) return `has “${part}”, which is the name of a device on Windows`
  if (part.length > MAX_NAME_CHARS) return `has a name of more than ${MAX_NAME_CHARS} characters`
  return undefined
}
