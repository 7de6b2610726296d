import childProcess from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'

type Callable = (...args: unknown[]) => unknown

/**
 * For a program that is to believe itself on Windows: its reg.exe, on a computer whose policy of Parcel Desk sets these numbers,
 * and nothing else; by default there is none.
 */
export function installRegistry(policy: Readonly<Record<string, number>> = {}): void {
  const values = Object.entries(policy).map(
    ([name, value]) => `    ${name}    REG_DWORD    0x${value.toString(16)}\r\n`,
  )

  const real: unknown = Reflect.get(childProcess, 'execFile')
  if (!isCallable(real)) return
  Reflect.set(childProcess, 'execFile', (...args: unknown[]): unknown => {
    const [program, words] = args
    if (typeof program !== 'string' || !program.endsWith(String.raw`\reg.exe`)) return real(...args)
    const key = Array.isArray(words) ? String(words[1]) : ''
    const isThere = !key.endsWith('Parcel Desk') || (key.startsWith('HKLM') && values.length > 0)
    const output = Buffer.from(isThere ? `HKEY_LOCAL_MACHINE\r\n${values.join('')}` : '')
    const callback = args.at(-1)
    if (isCallable(callback)) setImmediate(callback, isThere ? null : new Error('exit 1'), output)
    return {}
  })
  syncBuiltinESMExports()
}

function isCallable(value: unknown): value is Callable {
  return typeof value === 'function'
}
