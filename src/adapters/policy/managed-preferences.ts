import path from 'node:path'
import type { PolicyLayer } from '../../engine/ports/policy.ts'
import { decodePolicy, readTrusted } from './policy-file.ts'
import { runSystemProgram, type RunSystemProgram } from './run-system-program.ts'

/** As in electron-builder.yml: the domain that a configuration profile names. */
const DOMAIN = 'desk.parcel.app'
const PLUTIL = '/usr/bin/plutil'

interface PreferencePlaces {
  folder: string
  ownedBy: readonly number[]
  run: RunSystemProgram
}

const PLACES: PreferencePlaces = { folder: '/Library/Managed Preferences', ownedBy: [0], run: runSystemProgram }

/**
 * What a configuration profile of macOS sets, for the computer and for this user. Read as files, because the preferences of the
 * system mix them with what the user has set with `defaults write`.
 */
export async function readManagedPreferences(username: string, places = PLACES): Promise<PolicyLayer[]> {
  const file = `${DOMAIN}.plist`
  const layers = await Promise.all([
    readPreferences('machine', path.join(places.folder, file), places),
    readPreferences('user', path.join(places.folder, username, file), places),
  ])
  return layers.flat()
}

async function readPreferences(
  source: 'machine' | 'user',
  file: string,
  { ownedBy, run }: PreferencePlaces,
): Promise<PolicyLayer[]> {
  const bytes = await readTrusted(file, { ownedBy })
  if (bytes === undefined) return []
  const content = Buffer.isBuffer(bytes) ? await convert(bytes, run) : bytes
  return [{ source, place: file, content }]
}

/** From either form of a property list; what was checked is what is converted, so it goes by standard input. */
async function convert(bytes: Buffer, run: RunSystemProgram): Promise<PolicyLayer['content']> {
  try {
    return decodePolicy(await run(PLUTIL, ['-convert', 'json', '-o', '-', '-'], bytes))
  } catch {
    return { flaw: 'is no property list that plutil can read' }
  }
}
