import { ArrowRightLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { type DeskState, useDesk } from '../../client/desk-store.ts'
import { commandsStore, findCommand } from '../../commands/commands-store.ts'
import { Button } from '../../ui/actions/Button.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'

/** The service that sent the set of an entry, where it is not the one signed in to. */
export function useOtherService(services: readonly string[]): string | undefined {
  const here = useDesk(({ session }) => session?.baseUrl)
  return here === undefined || services.includes(here) ? undefined : services[0]
}

/** Says whose an entry is, and leads there: the inbox is that of all accounts of its environment. */
export function OtherService({ baseUrl }: { readonly baseUrl: string }): ReactNode {
  const name = useDesk((desk) => accountAt(desk, baseUrl)?.name)
  const command = useDesk((desk) => accountAt(desk, baseUrl)?.command)
  const run = (): void => findCommand(commandsStore.getState().commands, command ?? '')?.run()
  return (
    <Banner
      tone="info"
      title={`It is from ${name ?? new URL(baseUrl).host}`}
      action={
        command !== undefined && (
          <Button icon={ArrowRightLeft} onPress={run}>
            Switch to it
          </Button>
        )
      }
    >
      Its documents are there, and cannot be read with the account that is signed in.
    </Banner>
  )
}

/** What to call the account that opens a service, and the command of the account menu that switches to it. */
function accountAt(
  { accounts, session, demo }: DeskState,
  baseUrl: string,
): { name: string; command: string } | undefined {
  const kept = accounts.find((one) => one.baseUrl === baseUrl && one.environment === session?.environment)
  if (kept !== undefined) return { name: kept.profile, command: `account.switch ${kept.profile}` }
  return demo?.baseUrl === baseUrl ? { name: 'Demo service', command: 'account.demo' } : undefined
}
