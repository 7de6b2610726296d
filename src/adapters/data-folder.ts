import envPaths from 'env-paths'

/** This user's data folder, in the platform's usual place, shared by desktop and command line. Absolute. */
export function userDataFolder(): string {
  return envPaths('Parcel Desk', { suffix: '' }).data
}
