import envPaths from 'env-paths'

/** The data folder of this user, where the platform keeps such: one for desktop and command line. Absolute. */
export function userDataFolder(): string {
  return envPaths('Parcel Desk', { suffix: '' }).data
}
