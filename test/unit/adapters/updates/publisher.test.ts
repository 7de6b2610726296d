import { describe, expect, it } from 'vitest'
import { publisherRefusal } from '../../../../src/adapters/updates/publisher.ts'

const files = {
  file: String.raw`C:\data\it's new.exe`,
  program: String.raw`C:\app\Parcel Desk.exe`,
  systemFolder: 'C:\\W',
}

/** Answers as PowerShell does, by the file in the script. */
function windows(signers: { own: string | null; update: string | null; status?: number }) {
  const scripts: string[] = []
  const run = (program: string, args: readonly string[]): Promise<Buffer> => {
    const script = Buffer.from(args.at(-1) ?? '', 'base64').toString('utf16le')
    scripts.push(`${program} ${script}`)
    const isUpdate = script.includes('new.exe')
    const Subject = isUpdate ? signers.update : signers.own
    return Promise.resolve(Buffer.from(JSON.stringify({ Status: isUpdate ? (signers.status ?? 0) : 0, Subject })))
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
    [{ own: 'CN=Firm', update: 'CN=Firm', status: 3 }, 'carries no valid signature'],
    [{ own: 'CN=Firm', update: null }, 'carries no valid signature'],
    [{ own: null, update: 'CN=Firm' }, 'This copy of Parcel Desk is not signed'],
  ])('is refused otherwise: %o', async (signers, words) => {
    expect(await publisherRefusal(files, windows(signers).run)).toContain(words)
  })

  it('is refused where Windows cannot be asked, because a check that is skipped is none', async () => {
    const cannot = (): Promise<Buffer> => Promise.reject(new Error('no PowerShell'))
    expect(await publisherRefusal(files, cannot)).toContain('not signed')
    const strange = (): Promise<Buffer> => Promise.resolve(Buffer.from('not JSON'))
    expect(await publisherRefusal(files, strange)).toContain('not signed')
  })
})
