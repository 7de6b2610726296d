import { badUsage } from '../../shared/errors/app-error.ts'

/**
 * The references as they are searched for: without the spaces around them, each once, in the order asked. Fails with
 * bad-usage for an empty one, which a service might take for “any”.
 */
export function cleanReferences(references: readonly string[]): string[] {
  const cleaned = references.map((reference) => reference.trim())
  if (cleaned.includes('')) throw badUsage('A shipment reference is empty.', 'Leave it out, or name it.')
  return [...new Set(cleaned)]
}
