import fc from 'fast-check'
import { z } from 'zod'

interface JsonSchema {
  type?: string | string[] | undefined
  enum?: unknown[] | undefined
  anyOf?: JsonSchema[] | undefined
  properties?: Record<string, JsonSchema> | undefined
  items?: JsonSchema | undefined
  minimum?: number | undefined
  maximum?: number | undefined
}

const jsonSchema: z.ZodType<JsonSchema> = z.lazy(() =>
  z.looseObject({
    type: z.union([z.string(), z.array(z.string())]).optional(),
    enum: z.array(z.unknown()).optional(),
    anyOf: z.array(jsonSchema).optional(),
    properties: z.record(z.string(), jsonSchema).optional(),
    items: jsonSchema.optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
  }),
)

/** Texts with a special meaning somewhere. */
const TEXTS = [
  '',
  '.',
  '..',
  '../../etc/passwd',
  '/etc/passwd',
  'C:\\Windows',
  '__proto__',
  "' OR 1=1 --",
  '{customer}',
]
const hostileText = fc.oneof(fc.constantFrom(...TEXTS), fc.string({ unit: 'binary', maxLength: 40 }))

/** Well-formed but meaningless inputs, as a compromised page sends them. */
export function meaninglessInput(schema: z.ZodType): fc.Arbitrary<unknown> {
  return arbitraryOf(jsonSchema.parse(z.toJSONSchema(schema, { io: 'input' })))
}

/** Inputs of any form. */
export const anyInput: fc.Arbitrary<unknown> = fc.oneof(
  fc.anything({ maxDepth: 3 }),
  fc.dictionary(hostileText, fc.oneof(hostileText, fc.integer(), fc.constant(null))),
)

function arbitraryOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(arbitraryOf))
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => arbitraryOf({ ...schema, type })))
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  switch (schema.type) {
    case 'object':
      return fc.record(Object.fromEntries(Object.entries(schema.properties ?? {}).map(([k, v]) => [k, arbitraryOf(v)])))
    case 'array':
      return fc.array(arbitraryOf(schema.items ?? {}), { maxLength: 3 })
    case 'integer':
      return fc.integer({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 2_000, 2_000) })
    case 'number':
      return fc.double()
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return hostileText
  }
}
