import childProcess from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'

type Callable = (...args: unknown[]) => unknown

/** For a program that is to believe itself on Windows: its reg.exe, on a computer without a policy of Parcel Desk. */
export function installRegistryWithoutPolicy(): void {
  const real: unknown = Reflect.get(childProcess, 'execFile')
  if (!isCallable(real)) return
  Reflect.set(childProcess, 'execFile', (...args: unknown[]): unknown => {
    const [program, words] = args
    if (typeof program !== 'string' || !program.endsWith(String.raw`\reg.exe`)) return real(...args)
    const isOfPolicy = Array.isArray(words) && String(words[1]).endsWith('Parcel Desk')
    const callback = args.at(-1)
    if (isCallable(callback)) setImmediate(callback, isOfPolicy ? new Error('exit 1') : null, Buffer.alloc(0))
    return {}
  })
  syncBuiltinESMExports()
}

function isCallable(value: unknown): value is Callable {
  return typeof value === 'function'
}
