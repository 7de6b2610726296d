import { join } from 'node:path'
import { z } from 'zod'
import { AppError } from '../../../shared/errors/app-error.ts'
import type { Problem } from '../../../shared/model/parcel-set.ts'
import { parseBaseUrl } from '../../../engine/accounts/base-url.ts'
import { createJsonFile } from '../../../engine/storage/json-file.ts'
import type { ConfirmPort } from '../desk-ports.ts'

/** Services to which this user has agreed to send a user name and a password. */
export interface KnownServices {
  /**
   * Asks the user, outside the page and once per origin, if the origin is new: otherwise a compromised page could send
   * anything to any server as a “password” (W-L5). Fails with bad-usage, interrupted (declined), storage-failed.
   */
  requireConsent(baseUrl: string): Promise<void>
}

interface KnownServicesOptions {
  dataDir: string
  confirm: ConfirmPort
  onNotice: (notice: Problem) => void
  /** Addresses that need no question: those of saved profiles and of the demo. */
  trusted: () => readonly string[]
}

export function createKnownServices({ dataDir, confirm, onNotice, trusted }: KnownServicesOptions): KnownServices {
  const file = createJsonFile({
    file: join(dataDir, 'services.json'),
    shape: z.array(z.string()),
    empty: [],
    onNotice,
    afterLoss: 'You are asked once more before you sign in at a service.',
  })
  return {
    requireConsent: async (baseUrl) => {
      const { origin } = new URL(parseBaseUrl(baseUrl))
      if (trusted().some((one) => new URL(one).origin === origin) || file.read().includes(origin)) return
      const isAgreed = await confirm({
        message: `Sign in at ${origin}?`,
        detail: 'User name and password are sent to this server. You are asked once for each.',
        action: 'Sign in there',
      })
      if (!isAgreed) throw new AppError({ tag: 'interrupted' })
      file.write([...file.read().filter((one) => one !== origin), origin])
    },
  }
}
