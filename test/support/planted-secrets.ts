import { readdirSync, readFileSync } from 'node:fs'

const LETTERS = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789!"#$%&/()=?+*~\\<>|@\'ßéñ日'

/** Secrets as people and generators make them, the same in each run. */
export function plantedSecrets(count: number, kind: string): string[] {
  let seed = [...kind].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % 2_147_483_647
  const next = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  const letters = Array.from(LETTERS)
  return Array.from({ length: count }, () =>
    Array.from({ length: 10 + next(15) }, () => letters[next(letters.length)]).join(''),
  )
}

/** How whoever looks for it may find it written down. */
export const SIX_ENCODINGS: Readonly<Record<string, (secret: string) => string>> = {
  plain: (secret) => secret,
  base64: (secret) => Buffer.from(secret).toString('base64'),
  address: (secret) => encodeURIComponent(secret),
  hex: (secret) => Buffer.from(secret).toString('hex'),
  JSON: (secret) => JSON.stringify(secret).slice(1, -1),
  HTML: (secret) => Array.from(secret, (letter) => `&#${letter.codePointAt(0)};`).join(''),
}

export function formsOf(secret: string): string[] {
  return Object.values(SIX_ENCODINGS).map((write) => write(secret))
}

/** The forms that the bytes have, as UTF-8 or as UTF-16. */
export function formsFoundIn(bytes: Buffer, secrets: readonly string[]): string[] {
  const [text, wide] = [bytes.toString('utf8'), bytes.toString('utf16le')]
  return secrets.flatMap(formsOf).filter((form) => text.includes(form) || wide.includes(form))
}

/** What anybody on the computer may see of a program while it runs. */
export interface ProcessSample {
  /** Of the program itself. Its environment is left out: that is what its starter gave it. */
  arguments: Buffer
  /** Arguments and environment of each process that it has started, and of those that these have. */
  children: Buffer[]
}

export function sampleProcesses(pid: number): ProcessSample {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const parentOf = (one: string): number => Number(/\) \w (\d+)/.exec(readOf(one, 'stat').toString())?.[1])
  const family = new Set([pid])
  // A child may have children; a parent may have a higher number.
  for (let before = 0; before !== family.size;) {
    before = family.size
    for (const one of all) if (family.has(parentOf(one))) family.add(Number(one))
  }
  family.delete(pid)
  const own = readOf(pid, 'cmdline')
  const children = [...family].flatMap((one) => {
    const words = readOf(one, 'cmdline')
    // Until it executes its own program, a child is a copy of its parent, whose environment only that user can read.
    return words.length === 0 || words.equals(own) ? [] : [Buffer.concat([words, readOf(one, 'environ')])]
  })
  return { arguments: own, children }
}

/** Empty where the process has ended meanwhile. */
function readOf(pid: number | string, file: 'stat' | 'cmdline' | 'environ'): Buffer {
  try {
    return readFileSync(`/proc/${pid}/${file}`)
  } catch {
    return Buffer.alloc(0)
  }
}
