import { flipFuses, FuseV1Options, FuseVersion, type FuseConfig } from '@electron/fuses'
import { LinuxPackager, type AfterPackContext } from 'electron-builder'
import { join } from 'node:path'

/**
 * What the packaged program can never be made to do, by whomever starts it: written into the binary, before it is signed.
 * All nine are named, so that a fuse that a new Electron brings fails the packaging until somebody has decided on it.
 */
export const FUSES = {
  version: FuseVersion.V1,
  strictlyRequireAllFuses: true,
  // Setting them breaks the signature that Electron is given out with, and macOS on Apple silicon ends a program without a valid
  // one before its first line. This one is of nobody; electron-builder puts that of a certificate in its place, where it finds one.
  resetAdHocDarwinSignature: true,
  // It is no Node for other programs' scripts, …
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  // … runs no code but its own, where the platform can check that, …
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  // … gives no rights to file: addresses, which it never shows, …
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  [FuseV1Options.EnableCookieEncryption]: true,
  // … and keeps what Electron itself has chosen: one snapshot for all processes, and fast bounds checks for the PDF decoders.
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  [FuseV1Options.WasmTrapHandlers]: true,
} as const satisfies FuseConfig

const EXTENSIONS: Record<string, string> = { darwin: '.app', win32: '.exe' }

/** Called by electron-builder once the application lies in its folder. */
export default async function flip({ appOutDir, packager, electronPlatformName }: AfterPackContext): Promise<void> {
  const name = packager instanceof LinuxPackager ? packager.executableName : packager.appInfo.productFilename
  await setFuses(join(appOutDir, `${name}${EXTENSIONS[electronPlatformName] ?? ''}`))
}

/** In the program of Windows or Linux, or the `.app` of macOS, which then is signed for this computer alone. */
export async function setFuses(program: string): Promise<void> {
  await flipFuses(program, FUSES)
}
