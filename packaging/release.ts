/** Whether what is packed is meant for users: then nothing that is missing is forgiven. */
export function isRelease(env: NodeJS.ProcessEnv = process.env): boolean {
  return env['PARCEL_DESK_RELEASE'] === '1'
}

/**
 * Ways to sign, each of them variables that have to be set together: those of electron-builder, and for Linux, whose packages carry
 * no signature of their own, the key of the sums beside them (papers/sign-sums.ts).
 */
const WAYS: Readonly<Partial<Record<NodeJS.Platform, readonly (readonly (readonly string[])[])[]>>> = {
  win32: [
    [
      ['WIN_CSC_LINK', 'WIN_CSC_KEY_PASSWORD'],
      ['CSC_LINK', 'CSC_KEY_PASSWORD'],
      ['AZURE_TENANT_ID', 'AZURE_CLIENT_ID', 'AZURE_CLIENT_SECRET'],
    ],
  ],
  darwin: [
    [['CSC_LINK', 'CSC_KEY_PASSWORD'], ['CSC_NAME']],
    [
      ['APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID'],
      ['APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'],
    ],
  ],
  linux: [[['SUMS_SIGNER']]],
}

/** Why a release cannot be made with this environment, as sentences that name the variables; empty if it can. */
export function missingForRelease(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string[] {
  const needs = WAYS[platform] ?? []
  const unmet = needs.filter((ways) => !ways.some((names) => names.every((name) => (env[name] ?? '') !== '')))
  return unmet.map((ways) => `A release is signed. Set ${ways.map((names) => names.join(' and ')).join(', or ')}.`)
}
