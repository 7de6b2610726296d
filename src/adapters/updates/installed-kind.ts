import { existsSync } from 'node:fs'
import path from 'node:path'

/** What lies on the disk of an installed program. */
export interface ProgramFacts {
  platform: NodeJS.Platform
  /** The file that runs. */
  program: string
  env: Readonly<Record<string, string | undefined>>
  exists?: (file: string) => boolean
}

export type InstalledKind =
  | { form: 'nsis'; isInProgramFiles: boolean; why?: undefined }
  | { form: 'app-image'; file: string; why?: undefined }
  | { form: 'mac'; why?: undefined }
  /** Updated by somebody else. */
  | { form?: undefined; why: string }

/**
 * How this copy was installed. Only what is known for sure updates itself: an MSI or a package of the system belongs to those
 * who rolled it out, and replacing its files would break it.
 */
export function installedKind({ platform, program, env, exists = existsSync }: ProgramFacts): InstalledKind {
  if (platform === 'darwin') return { form: 'mac' }
  if (platform === 'win32') {
    const folder = path.win32.dirname(program)
    // Only the installer for NSIS leaves one; an MSI is removed by Windows itself.
    if (!exists(path.win32.join(folder, 'Uninstall Parcel Desk.exe'))) return { why: BY_ADMINISTRATOR }
    // It installs for one user only, who may still have chosen that folder, with the rights for it.
    return { form: 'nsis', isInProgramFiles: /^[a-z]:\\program files/i.test(folder) }
  }
  const [file, mounted] = [env['APPIMAGE'], env['APPDIR']]
  // Both are inherited by every program that another AppImage starts (W-L10).
  const isOwn = mounted !== undefined && program.startsWith(`${path.posix.resolve(mounted)}/`)
  if (file === undefined || !isOwn || !path.posix.isAbsolute(file) || !exists(file)) return { why: BY_ADMINISTRATOR }
  return { form: 'app-image', file }
}

const BY_ADMINISTRATOR =
  'This copy was installed for the whole computer. New versions are rolled out by whoever installed it.'
