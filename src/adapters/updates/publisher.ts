import { ignoring } from '../../shared/errors/ignoring.ts'
import path from 'node:path'

const NOT_ASKED =
  'Windows could not be asked who has signed the update: PowerShell gave no answer. Try again later; where it is forbidden, your administrator has to install the update.'

/**
 * Whether a program carries a valid signature of the one who signed the running program; otherwise why not, as a sentence.
 * Asks Windows itself. Fails closed: what cannot be checked is refused, also where the running program is not signed.
 */
export async function publisherRefusal(
  { file, program, systemFolder }: { file: string; program: string; systemFolder: string },
  run: RunProgram,
): Promise<string | undefined> {
  const signerIfAsked = (signed: string): Promise<string | null | undefined> =>
    signerOf(signed, systemFolder, run).catch(ignoring('who cannot be asked has not signed'))
  const own = await signerIfAsked(program)
  if (own === undefined) return NOT_ASKED
  if (own === null) {
    return 'This copy of Parcel Desk is not signed, so nobody can tell whether an update is from the same publisher.'
  }
  const signer = await signerIfAsked(file)
  if (signer === own) return undefined
  if (signer === undefined) return NOT_ASKED
  return signer === null
    ? 'The update carries no valid signature.'
    : `The update is signed by another publisher (${signer}), not by ${own}.`
}

const VALID = 0

/** Resolves with what the program printed; rejects where it cannot be run, or does not end well and in time. */
export type RunProgram = (program: string, args: readonly string[]) => Promise<Buffer>

/**
 * Who has signed a program, as the subject of a signature that Windows finds valid; null where it carries none. Rejects where
 * Windows cannot be asked: PowerShell may be forbidden, or too slow.
 */
export async function signerOf(file: string, systemFolder: string, run: RunProgram): Promise<string | null> {
  const powershell = path.win32.join(systemFolder, 'WindowsPowerShell', 'v1.0', 'powershell.exe')
  const quoted = `'${file.replaceAll("'", "''")}'`
  const script = [
    '[Console]::OutputEncoding=[Text.Encoding]::UTF8',
    `$s=Get-AuthenticodeSignature -LiteralPath ${quoted}`,
    '@{Status=[int]$s.Status;Subject=$s.SignerCertificate.Subject}|ConvertTo-Json -Compress',
  ].join(';')
  const encoded = Buffer.from(script, 'utf16le').toString('base64')
  const output = await run(powershell, ['-NoProfile', '-NonInteractive', '-EncodedCommand', encoded])
  const said: unknown = JSON.parse(output.toString('utf8'))
  if (typeof said !== 'object' || said === null || !('Status' in said) || !('Subject' in said)) throw notSaid(file)
  const { Status: status, Subject: subject } = said
  if (typeof status !== 'number') throw notSaid(file)
  if (status !== VALID) return null
  // Where the command itself failed, PowerShell makes a zero of nothing.
  if (typeof subject !== 'string' || subject === '') throw notSaid(file)
  return subject
}

function notSaid(file: string): Error {
  return new Error(`Windows did not say who has signed ${file}`)
}
