import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { makeFolder } from '../storage/make-folder.ts'
import type { Connection } from '../../shared/model/connection.ts'
import type { Problem } from '../../shared/model/parcel-set.ts'
import { setAside, storageFailed } from '../storage/open-database.ts'

const storedProfile = z.object({
  profile: z.string().min(1),
  environment: z.enum(['test', 'production']),
  baseUrl: z.string().min(1),
  username: z.string(),
  credentialForm: z.enum(['basic', 'headers']),
  caFile: z.string().optional(),
  /** When the service refused this profile's password; it is not tried again until the next sign-in (T31). */
  refusedAt: z.string().optional(),
})
const storedProfiles = z.object({ profiles: z.array(storedProfile) })

export interface Profile extends Connection {
  profile: string
  refusedAt?: string
}

export interface ProfileStore {
  list(): Profile[]
  /** Keeps these; one of the same name gives way. */
  save(...profiles: Profile[]): void
  remove(name: string): void
}

/**
 * The saved connections, without their secrets, in one small file. A file that cannot be read is set aside with a notice,
 * never overwritten. Fails with storage-failed.
 */
export function createProfileStore(file: string, onNotice: (notice: Problem) => void): ProfileStore {
  const list = (): Profile[] => {
    const content = readIfThere(file)
    if (content === undefined) return []
    try {
      return storedProfiles.parse(JSON.parse(content)).profiles.map(asProfile)
    } catch {
      const asideFile = setAside(file)
      onNotice({ where: file, message: `It could not be read and was set aside as ${asideFile}. Sign in again.` })
      return []
    }
  }
  const write = (profiles: Profile[]): void => {
    const part = `${file}.${process.pid}.part`
    try {
      makeFolder(dirname(file), 0o700)
      writeFileSync(part, `${JSON.stringify({ profiles }, undefined, 2)}\n`, { mode: 0o600, flush: true })
      renameSync(part, file)
    } catch (thrown) {
      throw storageFailed(file, thrown)
    }
  }
  const without = (names: readonly string[]): Profile[] => list().filter((one) => !names.includes(one.profile))
  return {
    list,
    save: (...profiles) => {
      write([...without(profiles.map((one) => one.profile)), ...profiles])
    },
    remove: (name) => {
      write(without([name]))
    },
  }
}

function asProfile({ caFile, refusedAt, ...rest }: z.infer<typeof storedProfile>): Profile {
  return { ...rest, caFile, ...(refusedAt === undefined ? {} : { refusedAt }) }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return undefined
    throw storageFailed(file, thrown)
  }
}
