import { z } from 'zod'
import { ENVIRONMENTS } from '../model/connection.ts'
import { CONFLICT_POLICIES } from '../model/job.ts'
import {
  choice,
  connections,
  keyInfos,
  list,
  number,
  type PolicyKeyInfo,
  text,
  toggle,
  userChoice,
  userToggle,
} from './policy-key.ts'

/** What is done about newer versions. */
export const UPDATE_MODES = ['off', 'notify', 'download'] as const

/**
 * Every policy key, once: what it may be, what it is where nobody set it (`unset`), and what counts where it cannot be read
 * (`strictest`). Templates, the sample file and the table in docs are generated from it (test/policy-templates/main.ts).
 */
export const policySchema = z.object({
  QueueForbidden: toggle({
    group: 'Notifications',
    title: 'Forbid taking messages from a queue',
    help: 'A queue gives each message to one program only. When this is on, Parcel Desk takes none, so that another program gets them all. Checks by search and the firm’s streams stay allowed.',
    unset: false,
    strictest: true,
  }),
  QueueCollectorOnly: toggle({
    group: 'Notifications',
    title: 'Take messages only as the firm’s collector',
    help: 'Messages are taken only by “parcel-desk collect”, which passes them on to the whole firm.',
    unset: false,
    strictest: true,
  }),
  StreamUrl: text(
    {
      group: 'Notifications',
      title: 'Address of the firm’s own broker',
      help: 'Where desks read the firm’s streams, such as amqps://parcel-desk@mq.firm.example/parcels, without a password. No other address is accepted for streams.',
      example: 'amqps://parcel-desk@mq.firm.example/parcels',
    },
    /^amqps?:\/\/(?:[^\s:@/]+@)?[^\s:@/?#]+(?::\d{1,5})?(?:\/[^\s?#]*)?$/i,
  ),
  QuietHours: text(
    {
      group: 'Notifications',
      title: 'Quiet hours',
      help: 'No desktop notification is shown in this time of the day, such as 22:00-06:00.',
      example: '22:00-06:00',
      // The longest that there can be: equal times are none.
      strictest: '00:00-23:59',
    },
    /^(?:[01]\d|2[0-3]):[0-5]\d-(?:[01]\d|2[0-3]):[0-5]\d$/,
  ),
  ConnectionList: connections({
    group: 'Connections',
    title: 'Ready-made connections',
    help: 'The services that users find when they sign in. Each has a name, an environment (test or production) and an address; in the registry a line such as Aurora; production; https://exchange.example.com.',
  }),
  ConnectionsLocked: toggle({
    group: 'Connections',
    title: 'Only the ready-made connections',
    help: 'Users can sign in only at the services of the list of ready-made connections.',
    unset: false,
    strictest: true,
  }),
  EnvironmentAllowed: choice(['any', ...ENVIRONMENTS], {
    group: 'Connections',
    title: 'Environments that may be used',
    help: 'Restricts this computer to the test environment or to the production environment.',
    choices: { any: 'Both', test: 'Test only', production: 'Production only' },
    unset: 'any',
    strictest: 'test',
  }),
  KeychainForbidden: toggle({
    group: 'Connections',
    title: 'Forbid keeping passwords',
    help: 'Passwords are neither written to nor read from the keychain of the system: each start asks for them.',
    unset: false,
    strictest: true,
  }),
  ProxyMode: userChoice(['system', 'none', 'fixed', 'pac'], {
    group: 'Network',
    title: 'Proxy',
    help: 'How connections find their proxy: as the system says, directly, by the fixed address, or by the PAC file. If the mode, or the address that it needs, cannot be understood, nothing is connected.',
    choices: { system: 'As the system', none: 'None', fixed: 'Fixed address', pac: 'PAC file' },
    strictest: 'system',
  }),
  ProxyUrl: text(
    {
      group: 'Network',
      title: 'Address of the proxy',
      help: 'The proxy of the mode “fixed”, such as http://proxy.firm.example:8080, without a password.',
      example: 'http://proxy.firm.example:8080',
    },
    /^https?:\/\/[^\s:@/?#]+(?::\d{1,5})?\/?$/i,
  ),
  ProxyPacUrl: text(
    {
      group: 'Network',
      title: 'Address of the PAC file',
      help: 'The PAC file of the mode “pac”, such as https://firm.example/proxy.pac. The desk asks it; the command line has to be told the proxy by PARCEL_DESK_PROXY.',
      example: 'https://firm.example/proxy.pac',
    },
    /^(?:https?|file):\/\/[^\s@]+$/i,
  ),
  CaFile: text({
    group: 'Network',
    title: 'Certificate authorities of the firm',
    help: 'A PEM file with authorities that are accepted besides those of the system.',
    example: '/etc/ssl/firm-ca.pem',
  }),
  PlainAmqpAllowed: toggle({
    group: 'Network',
    title: 'Allow AMQP without encryption',
    help: 'Without this, a broker on another computer is reached by TLS only.',
    unset: false,
    strictest: false,
  }),
  ArchiveRoots: list({
    group: 'Saving',
    title: 'Folders that documents may be saved in',
    help: 'Documents are saved only in these folders and those below them. An empty list forbids saving.',
    example: ['//files.firm.example/archive'],
  }),
  NamePattern: text({
    group: 'Saving',
    title: 'Name pattern',
    help: 'How saved files and their folders are named, such as {customer}/{shipmentRef}/{parcelRef} {title}.',
    example: '{customer}/{shipmentRef}/{parcelRef} {title}',
  }),
  NamePatternLocked: toggle({
    group: 'Saving',
    title: 'Only this name pattern',
    help: 'Users cannot use another name pattern than the one set here, or the built-in one where none is set.',
    unset: false,
    strictest: true,
  }),
  ConflictPolicy: userChoice(CONFLICT_POLICIES, {
    group: 'Saving',
    title: 'What to do if a file already exists',
    help: 'Keep both keeps the file and saves other bytes beside it; skip leaves it; replace replaces it.',
    choices: { 'keep-both': 'Keep both', skip: 'Skip', replace: 'Replace' },
    strictest: 'keep-both',
  }),
  ConcurrencyMax: number({
    group: 'Saving',
    title: 'Most documents fetched at once',
    help: 'No save fetches more documents at the same time.',
    range: { least: 1, most: 32 },
    strictest: 1,
  }),
  CallsPerMinuteMax: number({
    group: 'Saving',
    title: 'Most calls a minute',
    help: 'No service is called more often in a minute, whatever asks for it.',
    range: { least: 1, most: 100_000 },
    strictest: 1,
  }),
  BandwidthLimit: text(
    {
      group: 'Saving',
      title: 'Most bytes a second',
      help: 'No more bytes a second are taken from a service, such as 2M, or by the time of day, such as 08:00,2M 18:00,off.',
      example: '08:00,2M 18:00,off',
      strictest: '1k',
    },
    /^(?:off|\d{1,6}(?:\.\d{1,3})?[kmg]|(?:(?:[01]?\d|2[0-3]):[0-5]\d,(?:off|\d{1,6}(?:\.\d{1,3})?[kmg])(?:\s+|$))+)$/i,
  ),
  DragOutForbidden: toggle({
    group: 'Saving',
    title: 'Forbid dragging documents out',
    help: 'Documents cannot be dragged from the desk into other programs.',
    unset: false,
    strictest: true,
  }),
  LaunchAtLogin: userToggle({
    group: 'Desk',
    title: 'Start at login',
    help: 'Starts Parcel Desk when the user logs in.',
    strictest: false,
  }),
  CloseToTray: userToggle({
    group: 'Desk',
    title: 'Stay in the tray when closed',
    help: 'Closing the window leaves Parcel Desk running in the tray.',
    strictest: false,
  }),
  UpdateMode: userChoice(UPDATE_MODES, {
    group: 'Updates',
    title: 'Updates',
    help: 'Off asks for nothing. Notify says that there is a new version; download also fetches it.',
    choices: { off: 'Off', notify: 'Notify', download: 'Download' },
    strictest: 'off',
  }),
  UpdateUrl: text(
    {
      group: 'Updates',
      title: 'Address of the firm’s updates',
      help: 'The folder of the firm’s web server with the versions to install, such as https://firm.example/parcel-desk.',
      example: 'https://firm.example/parcel-desk',
    },
    /^https:\/\/[^\s@?#]+$/i,
  ),
  SupportBundleForbidden: toggle({
    group: 'Support',
    title: 'Forbid saving a support bundle',
    help: 'The file for support, which has versions, settings and logs without secrets, cannot be saved.',
    unset: false,
    strictest: true,
  }),
  CrashDumps: toggle({
    group: 'Support',
    title: 'Keep records of crashes',
    help: 'Records of crashes are kept in the data folder; they are never sent.',
    unset: true,
    strictest: false,
  }),
  LogLevel: userChoice(['error', 'warn', 'info', 'debug'], {
    group: 'Support',
    title: 'What is logged',
    help: 'The least important lines that the log takes.',
    choices: { error: 'Errors', warn: 'Warnings', info: 'Usual', debug: 'Everything' },
    strictest: 'error',
  }),
})

export type PolicyValues = Readonly<z.output<typeof policySchema>>
export type PolicyKey = keyof PolicyValues
export type PolicyConnection = PolicyValues['ConnectionList'][number]

export function keyInfo(key: PolicyKey): PolicyKeyInfo {
  const info = keyInfos.get(policySchema.shape[key])
  if (info === undefined) throw new Error(`${key} is not registered`)
  return info
}
