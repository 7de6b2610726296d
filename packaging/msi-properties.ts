import { keyInfos } from '../src/shared/policy/policy-key.ts'
import { policySchema } from '../src/shared/policy/policy-schema.ts'

interface MsiProperty {
  /** Of the policy key, as in the registry. */
  name: string
  /** What stands on the command line of msiexec: public properties are written in capitals. */
  property: string
  type: 'integer' | 'string'
}

/** Every policy key as a property of the MSI. Lists are given as JSON, which the registry’s reader takes. */
export function policyKeys(): MsiProperty[] {
  return Object.entries(policySchema.shape).map(([name, schema]) => {
    const kind = keyInfos.get(schema)?.kind
    const type = kind === 'toggle' || kind === 'number' ? 'integer' : 'string'
    return { name, property: name.toUpperCase(), type }
  })
}
