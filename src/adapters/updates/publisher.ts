import path from 'node:path'

const VALID = 0

/** Resolves with what the program printed; rejects where it cannot be run, or does not end well and in time. */
type RunProgram = (program: string, args: readonly string[]) => Promise<Buffer>

/**
 * Whether a program carries a valid signature of the one who signed the running program; otherwise why not, as a sentence.
 * Asks Windows itself. Fails closed: what cannot be checked is refused, also where the running program is not signed.
 */
export async function publisherRefusal(
  { file, program, systemFolder }: { file: string; program: string; systemFolder: string },
  run: RunProgram,
): Promise<string | undefined> {
  const own = await signerOf(program, systemFolder, run)
  if (own === undefined) {
    return 'This copy of Parcel Desk is not signed, so nobody can tell whether an update is from the same publisher.'
  }
  const signer = await signerOf(file, systemFolder, run)
  if (signer === own) return undefined
  return signer === undefined
    ? 'The update carries no valid signature.'
    : `The update is signed by another publisher (${signer}), not by ${own}.`
}

/** The subject of a valid signature. */
async function signerOf(file: string, systemFolder: string, run: RunProgram): Promise<string | undefined> {
  const powershell = path.win32.join(systemFolder, 'WindowsPowerShell', 'v1.0', 'powershell.exe')
  const quoted = `'${file.replaceAll("'", "''")}'`
  const script = [
    '[Console]::OutputEncoding=[Text.Encoding]::UTF8',
    `$s=Get-AuthenticodeSignature -LiteralPath ${quoted}`,
    '@{Status=[int]$s.Status;Subject=$s.SignerCertificate.Subject}|ConvertTo-Json -Compress',
  ].join(';')
  const encoded = Buffer.from(script, 'utf16le').toString('base64')
  try {
    const output = await run(powershell, ['-NoProfile', '-NonInteractive', '-EncodedCommand', encoded])
    const said: unknown = JSON.parse(output.toString('utf8'))
    if (typeof said !== 'object' || said === null || !('Status' in said) || !('Subject' in said)) return undefined
    const { Status: status, Subject: subject } = said
    return status === VALID && typeof subject === 'string' && subject !== '' ? subject : undefined
  } catch {
    return undefined
  }
}
