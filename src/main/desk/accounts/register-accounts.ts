import type { ParcelDesk } from '../../../engine/parcel-desk.ts'
import { createChosenFiles } from '../chosen-paths.ts'
import type { DeskCore } from '../desk-core.ts'
import type { DeskPorts } from '../desk-ports.ts'
import type { FeedsRoom } from '../feed/register-feeds.ts'
import type { ShownRoom } from '../room.ts'
import { createAccountHandlers, describeAccounts } from './account-handlers.ts'
import { closeForbidden } from './close-forbidden.ts'
import { createConnectionHandlers, createProxyHandlers } from './connection-handlers.ts'
import { createKnownServices } from './known-services.ts'

type AccountFields = 'accounts' | 'session' | 'endedBecause' | 'proxies' | 'isReadingCertificates'

export function registerAccounts(
  { ports, engine, sessions, events, notices }: DeskCore,
  { feeds, queueFiles }: FeedsRoom,
): ShownRoom<'accounts' | 'connections' | 'proxies', AccountFields> {
  const { folders, confirm } = ports
  const { proxies } = engine.accounts
  const trusted = (): string[] => trustedAddresses(engine, ports)
  const services = createKnownServices({ dataDir: ports.paths.dataDir, confirm, onNotice: notices.add, trusted })
  const serviceFiles = createChosenFiles()
  let isReadingCertificates = false
  ports.network?.onSlowCertificates((isSlow) => {
    isReadingCertificates = isSlow
    events.emit('certificates.changed', { isReadingCertificates })
  })
  return {
    handlers: {
      ...createAccountHandlers({ engine, sessions, folders, services, chosenFiles: serviceFiles, events }),
      ...createConnectionHandlers({ engine, sessions, services, feeds, serviceFiles, queueFiles, events }),
      ...createProxyHandlers({ proxies, feeds, events }),
    },
    snapshot: () => ({ ...describeAccounts(engine, sessions), proxies: proxies.wanted(), isReadingCertificates }),
    onPolicy: () =>
      closeForbidden({
        engine,
        sessions,
        onClosed: () => events.emit('accounts.changed', describeAccounts(engine, sessions)),
      }),
  }
}

/** Services that need no confirmation before a password is sent to them. */
function trustedAddresses({ accounts }: ParcelDesk, { host, policy }: Pick<DeskPorts, 'host' | 'policy'>): string[] {
  const readyMade = policy.current().values.ConnectionList.map(({ address }) => address)
  const demo = host.demo === null ? [] : [host.demo.baseUrl]
  return [...accounts.profiles().map(({ baseUrl }) => baseUrl), ...readyMade, ...demo]
}
