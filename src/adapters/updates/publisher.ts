import { type RunProgram, signerOf } from './authenticode.ts'

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
    signerOf(signed, systemFolder, run).catch(() => undefined)
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
