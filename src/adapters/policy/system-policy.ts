import { userInfo } from 'node:os'
import type { PolicyLayer, ReadPolicyLayers } from '../../engine/ports/policy.ts'
import { readManagedPreferences } from './managed-preferences.ts'
import { readPolicyFile } from './policy-file.ts'
import { readRegistry } from './registry.ts'
import { systemFolder } from './run-system-program.ts'

const ROOT = [0]
const FORBID_QUEUE = 'PARCEL_DESK_FORBID_QUEUE'

/** How the policy of this system is read: only from places that users cannot write to, but for what may only forbid. */
export function systemPolicy(env: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): ReadPolicyLayers {
  const environment = environmentLayer(env)
  const readSystem = systemReader(platform)
  return async () => [...(await readSystem()), ...environment]
}

function systemReader(platform: NodeJS.Platform): ReadPolicyLayers {
  if (platform === 'win32') {
    const system = systemFolder()
    // Any user may create folders in ProgramData, and Node cannot tell who did.
    const file = `${system.slice(0, 2)}\\ProgramData\\Parcel Desk\\policy.json`
    return () => together(readRegistry(system), readPolicyFile(file, { onlyForbids: true }))
  }
  if (platform === 'darwin') {
    const file = '/Library/Application Support/Parcel Desk/policy.json'
    return () => together(readManagedPreferences(userInfo().username), readPolicyFile(file, { ownedBy: ROOT }))
  }
  return () => readPolicyFile('/etc/parcel-desk/policy.json', { ownedBy: ROOT })
}

async function together(...reading: Promise<PolicyLayer[]>[]): Promise<PolicyLayer[]> {
  return (await Promise.all(reading)).flat()
}

/** The environment can forbid; anything but a plain “no” does. */
function environmentLayer(env: NodeJS.ProcessEnv): PolicyLayer[] {
  const value = env[FORBID_QUEUE]?.trim().toLowerCase() ?? ''
  if (['', '0', 'false', 'no'].includes(value)) return []
  return [{ source: 'environment', place: FORBID_QUEUE, content: { values: { QueueForbidden: true } } }]
}
