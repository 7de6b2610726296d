import { format } from 'oxfmt'
import style from '../../.oxfmtrc.json' with { type: 'json' }

/** A text as `npm run format` leaves the file of that name. Rejects what cannot be read as its language. */
export async function formatText(file: string, text: string): Promise<string> {
  const { code, errors } = await format(file, text, style)
  if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join('; ')}`)
  return code
}
