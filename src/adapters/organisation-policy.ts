import path from 'node:path'
import type { PolicyPort } from '../engine/ports/host-ports.ts'

/** Where an administrator sets what is forbidden: a file in a folder that users cannot write to, or the environment. */
export function organisationPolicy(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): PolicyPort {
  return { file: policyFile(platform, env), isQueueForbidden: env['PARCEL_DESK_FORBID_QUEUE'] === '1' }
}

function policyFile(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string {
  if (platform === 'win32') {
    return path.win32.join(env['ProgramData'] ?? String.raw`C:\ProgramData`, 'Parcel Desk', 'policy.json')
  }
  if (platform === 'darwin') return '/Library/Application Support/Parcel Desk/policy.json'
  return '/etc/parcel-desk/policy.json'
}
