import { z } from 'zod'
import { CREDENTIAL_FORMS, type Connection, ENVIRONMENTS } from '../../shared/model/connection.ts'
import type { Problem } from '../../shared/model/parcel-set.ts'
import { createJsonFile } from '../storage/json-file.ts'

const storedProfile = z.object({
  profile: z.string().min(1),
  environment: z.enum(ENVIRONMENTS),
  baseUrl: z.string().min(1),
  username: z.string(),
  credentialForm: z.enum(CREDENTIAL_FORMS),
  caFile: z.string().optional(),
  /** When the service refused this profile's password, which is then not tried again until the next sign-in (T31). */
  refusedAt: z.string().optional(),
})
const storedProfiles = z.object({ profiles: z.array(storedProfile) })

export interface Profile extends Connection {
  profile: string
  refusedAt?: string
}

export interface ProfileStore {
  list(): Profile[]
  /** Stores these, last; a profile of the same name is replaced. */
  save(...profiles: Profile[]): void
  remove(name: string): void
}

/**
 * The saved accounts, without their passwords, in one small file. An unreadable file is set aside with a notice, never
 * overwritten. Fails with storage-failed.
 */
export function createProfileStore(file: string, onNotice: (notice: Problem) => void): ProfileStore {
  const stored = createJsonFile({
    file,
    shape: storedProfiles,
    empty: { profiles: [] },
    onNotice,
    afterLoss: 'Sign in again.',
  })
  const list = (): Profile[] => stored.read().profiles.map(asProfile)
  const write = (profiles: Profile[]): void => {
    stored.write({ profiles })
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
