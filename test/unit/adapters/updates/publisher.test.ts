import { describe, expect, it } from 'vitest'
import { publisherRefusal } from '../../../../src/adapters/updates/publisher.ts'

const files = {
  file: String.raw`C:\data\it's new.exe`,
  program: String.raw`C:\app\Parcel Desk.exe`,
  systemFolder: 'C:\\W',
}

const [VALID, NOT_SIGNED, HASH_MISMATCH] = [0, 2, 3]

/** Answers as PowerShell does, by the file in the script. */
function windows(signers: { own: string | null; update: string | null; status?: number }) {
  const scripts: string[] = []
  const run = (program: string, args: readonly string[]): Promise<Buffer> => {
    const script = Buffer.from(args.at(-1) ?? '', 'base64').toString('utf16le')
    scripts.push(`${program} ${script}`)
    const isUpdate = script.includes('new.exe')
    const Subject = isUpdate ? signers.update : signers.own
    const Status = Subject === null ? NOT_SIGNED : isUpdate ? (signers.status ?? VALID) : VALID
    return Promise.resolve(Buffer.from(JSON.stringify({ Status, Subject })))
  }
  return { run, scripts }
}

describe('the publisher of an update on Windows', () => {
  it('is that of the running program', async () => {
    const { run, scripts } = windows({ own: 'CN=Firm, O=Firm', update: 'CN=Firm, O=Firm' })
    expect(await publisherRefusal(files, run)).toBeUndefined()
    expect(scripts[1]).toContain(String.raw`-LiteralPath 'C:\data\it''s new.exe'`)
    expect(scripts[0]).toMatch(/^C:\\W\\WindowsPowerShell\\v1\.0\\powershell\.exe /)
  })

  it.each([
    [{ own: 'CN=Firm', update: 'CN=Mallory' }, 'signed by another publisher (CN=Mallory), not by CN=Firm'],
    [{ own: 'CN=Firm', update: 'CN=Firm', status: HASH_MISMATCH }, 'carries no valid signature'],
    [{ own: 'CN=Firm', update: null }, 'carries no valid signature'],
    [{ own: null, update: 'CN=Firm' }, 'This copy of Parcel Desk is not signed'],
  ])('is refused otherwise: %o', async (signers, words) => {
    expect(await publisherRefusal(files, windows(signers).run)).toContain(words)
  })

  it.each([
    ['PowerShell is forbidden or slow', () => Promise.reject(new Error('no PowerShell'))],
    ['it says something else', () => Promise.resolve(Buffer.from('not JSON'))],
    // $null as a number, where a policy takes the command away.
    ['it knows no such command', () => Promise.resolve(Buffer.from('{"Status":0,"Subject":null}'))],
  ])('is refused where Windows cannot be asked, which is not told as a missing signature: %s', async (_why, run) => {
    expect(await publisherRefusal(files, run)).toContain('Windows could not be asked')
    const afterOwn = windows({ own: 'CN=Firm', update: 'CN=Firm' })
    const answer = (program: string, args: readonly string[]): Promise<Buffer> =>
      afterOwn.scripts.length === 0 ? afterOwn.run(program, args) : run()
    expect(await publisherRefusal(files, answer)).toContain('Windows could not be asked')
  })
})
