import { useDesk } from '../client/desk-store.ts'
import { askForProxy } from '../client/proxy-store.ts'
import { useCommands } from '../commands/use-commands.ts'

/** The way back to the question that was put off. */
export function useProxyCommands(): void {
  const isWanted = useDesk((desk) => desk.proxies.length > 0)
  useCommands([
    { id: 'proxy.signIn', title: 'Sign in at the proxy', group: 'Account', isEnabled: isWanted, run: askForProxy },
  ])
}
