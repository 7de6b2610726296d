/** Whether what is packed is meant for users: then nothing that is missing is forgiven. */
export function isRelease(env: NodeJS.ProcessEnv = process.env): boolean {
  return env['PARCEL_DESK_RELEASE'] === '1'
}
