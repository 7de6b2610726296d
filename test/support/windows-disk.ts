import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isMainThread } from 'node:worker_threads'
import { z } from 'zod'
import { installRegistry } from './registry-stand-in.ts'

/*
 * A disk as Windows has it, on any system: preloaded into a program, this file makes the file system fail as Windows was seen
 * to, and says that the platform is win32. All else is the real disk.
 */

const rules = z.array(
  z.object({
    /** Names of functions of `node:fs`, without `Sync`: `link`, `open`, `rename`. */
    acts: z.array(z.string()),
    /** A regular expression that one of the paths matches. */
    path: z.string(),
    code: z.string(),
    /** How often each act fails for a path, after which it is done. Default: always. */
    times: z.number().optional(),
    /** It counts as soon as there is a file of this name. Default: always. */
    from: z.string().optional(),
  }),
)

export type DiskRule = z.infer<typeof rules>[number]

/** Every function that takes a path and is used by saving. */
export const EVERY_ACT = [
  'access',
  'lstat',
  'link',
  'mkdir',
  'open',
  'readdir',
  'readFile',
  'realpath',
  'rename',
  'rm',
  'stat',
  'unlink',
  'statfs',
  'writeFile',
]

/** The environment of a program that is to believe itself on Windows, with these errors. */
export function windowsDisk(...errors: DiskRule[]): Record<string, string> {
  return { NODE_OPTIONS: `--import=${import.meta.url}`, WINDOWS_DISK: JSON.stringify(errors) }
}

function install(errors: readonly DiskRule[]): void {
  Object.defineProperty(process, 'platform', { value: 'win32' })
  installRegistry()
  const { existsSync } = fs
  const timesFailed = countAcrossThreads()
  const compiled = errors.map((rule) => ({ ...rule, pattern: new RegExp(rule.path) }))
  const errorFor = (act: string, paths: readonly string[]): Error | undefined => {
    for (const [index, { acts, pattern, code, times = Infinity, from }] of compiled.entries()) {
      const hit = acts.includes(act) ? paths.find((one) => pattern.test(one)) : undefined
      if (hit === undefined || (from !== undefined && !existsSync(from))) continue
      if (timesFailed(`${index} ${act} ${hit}`) < times)
        return Object.assign(new Error(`${code}: ${act} '${hit}'`), { code, syscall: act, path: hit })
    }
    return undefined
  }
  const pathsIn = (args: readonly unknown[]): string[] => args.filter((arg) => typeof arg === 'string')
  const wrap = (owner: object, name: string, wrapped: (real: Callable, args: unknown[]) => unknown): void => {
    const real: unknown = Reflect.get(owner, name)
    if (!isCallable(real)) return
    const replacement = (...args: unknown[]): unknown => wrapped(real, args)
    // `realpathSync.native` hangs on its function.
    Reflect.set(owner, name, Object.assign(replacement, real))
  }
  const throwing =
    (act: string) =>
    (real: Callable, args: unknown[]): unknown => {
      const error = errorFor(act, pathsIn(args))
      if (error !== undefined) throw error
      return real(...args)
    }
  const rejecting =
    (act: string) =>
    async (real: Callable, args: unknown[]): Promise<unknown> =>
      await throwing(act)(real, args)
  const callingBack =
    (act: string) =>
    (real: Callable, args: unknown[]): unknown => {
      const error = errorFor(act, pathsIn(args))
      const callback = args.at(-1)
      if (error === undefined || !isCallable(callback)) return real(...args)
      setImmediate(callback, error)
      return undefined
    }
  for (const act of EVERY_ACT) {
    wrap(fs.promises, act, rejecting(act))
    wrap(fs, act, callingBack(act))
    wrap(fs, `${act}Sync`, throwing(act))
  }
  wrap(fs.realpathSync, 'native', throwing('realpath'))
  syncBuiltinESMExports()
}

/** How often a key was asked about before, by any thread of the process: each has a copy of this module, the disk is one. */
function countAcrossThreads(): (key: string) => number {
  const { appendFileSync, mkdirSync, rmSync, statSync } = fs
  const folder = join(tmpdir(), `windows-disk-${process.pid}`)
  mkdirSync(folder, { recursive: true })
  if (isMainThread) {
    process.on('exit', () => {
      rmSync(folder, { recursive: true, force: true })
    })
  }
  return (key) => {
    const file = join(folder, createHash('sha1').update(key).digest('hex'))
    const before = statSync(file, { throwIfNoEntry: false })?.size ?? 0
    appendFileSync(file, '.')
    return before
  }
}

type Callable = (...args: unknown[]) => unknown

function isCallable(value: unknown): value is Callable {
  return typeof value === 'function'
}

const asked = process.env['WINDOWS_DISK']
if (asked !== undefined) install(rules.parse(JSON.parse(asked)))
