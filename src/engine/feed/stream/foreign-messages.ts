import type { FeedEntry } from '../../../shared/model/feed-entry.ts'
import { isUuid } from '../../../shared/text/set-fields.ts'
import { plainText } from '../../../shared/text/plain-text.ts'

/**
 * Looks whether what a customer’s stream brought is about this customer, and says so once where it is not: only the collector
 * may publish there, and it takes the key from the message itself. Nothing is left out for it, as the message may be true.
 */
export function createForeignCheck(
  stream: string,
  say: (sentence: string) => void,
): (entries: readonly FeedEntry[]) => void {
  const own = stream.slice(stream.lastIndexOf('.') + 1).toLowerCase()
  let isSaid = !isUuid(own)
  return (entries) => {
    if (isSaid) return
    const foreign = entries.find(({ customerId }) => customerId !== null && customerId.toLowerCase() !== own)
    if (foreign === undefined) return
    isSaid = true
    say(foreignSentence(stream, foreign))
  }
}

function foreignSentence(stream: string, { customerId, setId }: FeedEntry): string {
  const [other, set] = [customerId, setId].map((id) => plainText(id ?? '', 100))
  const about = `a message about another customer (“${other}”, set “${set}”)`
  return `“${stream}” holds ${about}: somebody else than the collector publishes there. It is stored as it came. Ask the administrator of the broker who may write to the exchange.`
}
