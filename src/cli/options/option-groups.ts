import { type Command, Option } from 'commander'
import { CONFLICT_POLICIES } from '../../shared/model/job.ts'
import { CREDENTIAL_FORMS, ENVIRONMENTS } from '../../shared/model/connection.ts'
import { DEFAULT_EXCHANGE, DEFAULT_PREFETCH, MAX_PREFETCH } from '../../shared/model/queue-defaults.ts'
import { MOST_AT_ONCE } from '../../engine/pace/concurrency-law.ts'
import { SIZE_LIMITS } from '../../shared/model/size-limits.ts'
import {
  bandwidth,
  collected,
  collectedFilter,
  collectedIds,
  healthPlace,
  isoTime,
  oneOf,
  positiveNumber,
  republished,
  retention,
  streamStart,
  wholeNumber,
} from './option-values.ts'

export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const
/** Names that this computer keeps, which a completion script asks for. */
export const NAME_KINDS = ['jobs', 'unfinished-jobs', 'profiles', 'schedules'] as const
export type NameKind = (typeof NAME_KINDS)[number]
/** What “feed” prints. */
export const FEED_TOPICS = ['topology'] as const
/** What “schedule” does. */
export const SCHEDULE_ACTIONS = ['list', 'add', 'run', 'remove'] as const

/** A week: longer than any overnight run, and far below the limit of timers. */
const MAX_MINUTES = 10_080
const MAX_CALLS_PER_MINUTE = 100_000

/** An option with fixed values: listed in the help, offered by completion, checked with a suggestion. */
export function choiceOption(flags: string, description: string, choices: readonly string[]): Option {
  const option = new Option(flags, description).choices(choices)
  return option.argParser(oneOf(`--${option.name()}`, choices))
}

/** How to reach the service. */
export function addConnectionOptions(command: Command): Command {
  return addProfileOption(command)
    .option('--base-url <URL>', 'address of the service, for this run only (PARCEL_DESK_BASE_URL)')
    .option('--username <NAME>', 'user name, for this run only (PARCEL_DESK_USERNAME)')
    .option('--password-stdin', 'read the password from the first line of standard input (or PARCEL_DESK_PASSWORD)')
    .addOption(choiceOption('--credential-form <FORM>', 'how the password is sent; default basic', CREDENTIAL_FORMS))
    .addOption(choiceOption('--environment <NAME>', 'which service that is; default production', ENVIRONMENTS))
    .option('--ca-file <FILE>', 'certificate authorities of your company, PEM (PARCEL_DESK_CA_FILE)')
}

export function addProfileOption(command: Command): Command {
  return command
    .optionsGroup('Connection:')
    .option('--profile <NAME>', 'saved account; not needed when there is just one (PARCEL_DESK_PROFILE)')
}

/** Which sets. */
export function addSelectionOptions(command: Command): Command {
  return command
    .optionsGroup('Selection:')
    .option('--customer <NAME|ID>', 'customer, repeatable; every customer when left out', collected)
    .option('--shipment-ref <REF>', 'shipment reference, repeatable', collected)
    .option('--refs-file <FILE>', 'list of references: one a line, or a column of a CSV or XLSX; - is standard input')
    .option('--status <TEXT>', 'status filter of the service; default ACTIVE')
    .option('--instance <TEXT>', 'instance filter of the service; default DOCEX')
    .option('--filter <NAME=VALUE>', 'further filter, passed on to the service, repeatable', collectedFilter)
    .option('--state <TEXT>', 'only sets in this state, such as signed; repeatable', collected)
}

/** How hard and how long to work. */
export function addRunOptions(command: Command): Command {
  return command
    .optionsGroup('Run:')
    .addOption(
      numberOption('--concurrency <N>', 'at most so many documents at once, 1 to 32; default 32', MOST_AT_ONCE),
    )
    .addOption(
      new Option('--max-minutes <N>', 'start nothing new after this many minutes').argParser(
        positiveNumber('--max-minutes', MAX_MINUTES),
      ),
    )
    .addOption(maxDocumentOption())
    .addOption(
      new Option(
        '--bwlimit <TABLE>',
        'bytes a second, such as 2M, or by the time of day: "08:00,2M 18:00,off"',
      ).argParser(bandwidth),
    )
    .addOption(numberOption('--calls-per-minute <N>', 'call the service no more often', MAX_CALLS_PER_MINUTE))
    .addOption(
      new Option('--wait <MINUTES>', 'wait so long for a service that is away or too busy').argParser(
        positiveNumber('--wait', MAX_MINUTES),
      ),
    )
}

/** For who watches a save from outside. */
export function addEventsOption(command: Command): Command {
  return command.option('--json-events', 'print a line of JSON for every event, and then the result in JSON')
}

/** Limits the size of a document, which could otherwise fill the disk. */
export function maxDocumentOption(): Option {
  const { min, max, default: usual } = SIZE_LIMITS.largestDocumentMb
  const option = new Option('--max-document-mb <N>', `largest document in MB; default ${usual}`)
  return option.argParser(wholeNumber('--max-document-mb', min, max))
}

/** Options of every command. */
export function addGeneralOptions(command: Command): Command {
  return command
    .optionsGroup('General:')
    .option('--data-dir <DIR>', 'folder for settings, jobs, ledger and inbox (PARCEL_DESK_DATA_DIR)')
    .option('--json', 'print one JSON document on standard output')
    .option('--quiet', 'no progress and no notes; failures are still printed')
    .option('--verbose', 'show the log on standard error, with details')
    .option('--log-file <FILE>', 'write the log to this file')
    .helpOption('-h, --help', 'show this help')
}

const MAX_ENTRIES = 999_999_999
const MAX_CHECK_MINUTES = 1_440
/** About three weeks: far below the limit of timers. */
const MAX_SECONDS = 2_000_000

/** Where messages come from. */
function addBrokerOption(command: Command): Command {
  return command
    .optionsGroup('Queue:')
    .requiredOption('--amqp-url <URL>', 'the broker and its user, such as amqps://ops@mq.example.com/parcels')
}

const QUEUE_HELP = 'the queue; {customerId} in it and in the virtual host is filled in'

/** How much of it. */
function addAmountOptions(command: Command): Command {
  return command
    .option('--customer <NAME|ID>', 'only of this customer, repeatable; fills in {customerId}', collected)
    .addOption(
      numberOption('--prefetch <N>', `messages on their way at once, 1 to ${MAX_PREFETCH}`, MAX_PREFETCH).default(
        DEFAULT_PREFETCH,
      ),
    )
    .addOption(numberOption('--count <N>', 'end after this many new entries', MAX_ENTRIES))
    .addOption(new Option('--for <SECONDS>', 'end after this time').argParser(positiveNumber('--for', MAX_SECONDS)))
}

/** Which queue, how much of it, and what to do with what comes. */
export function addWatchOptions(command: Command): Command {
  const queue = addBrokerOption(command)
    .option('--queue <NAME>', QUEUE_HELP)
    .option('--stream <NAME>', 'in place of a queue: a stream of the firm’s broker, which takes nothing from others')
    .addOption(
      new Option(
        '--from <WHERE>',
        'with --stream: where to begin the first time: first, now, or a day; default now',
      ).argParser(streamStart),
    )
  return addAmountOptions(queue)
    .optionsGroup('What to do with it:')
    .option('--save-to <DIR>', 'save the documents of sets that reach the state of --on-state into this folder')
    .option('--on-state <TEXT>', 'the state, such as TITLE_HELD')
}

/** Which queue, and the firm’s broker that gets what comes. */
export function addCollectOptions(command: Command): Command {
  return addAmountOptions(addBrokerOption(command).requiredOption('--queue <NAME>', QUEUE_HELP))
    .optionsGroup('The firm’s broker:')
    .requiredOption('--publish-url <URL>', 'the broker and its user, such as amqps://parcel-collector@mq.firm.example')
    .option('--exchange <NAME>', 'its exchange', DEFAULT_EXCHANGE)
    .option('--publish-ca-file <FILE>', 'certificate authorities of this broker, PEM')
    .optionsGroup('Running:')
    .option('--check', 'only try whether all is there: both brokers, rights, queues, exchange and streams')
    .option('--standby', 'take the queue alone, or wait until the collector that has it ends')
    .addOption(
      new Option(
        '--republish <ISO|set-aside>',
        'first publish again what came from this day or moment on, or what no stream was bound for',
      ).argParser(republished),
    )
    .addOption(
      new Option('--republish-until <ISO>', 'only what came before this day or moment').argParser(
        isoTime('--republish-until'),
      ),
    )
    .option('--republish-customer <ID>', 'only of this customer, repeatable', collectedIds('--republish-customer'))
    .addOption(
      numberOption(
        '--check-every <MINUTES>',
        'also check by search so often and tell the desks, which then need not; needs a connection to the service',
        MAX_CHECK_MINUTES,
      ),
    )
    .addOption(
      new Option(
        '--health <PORT|HOST:PORT>',
        'answer /healthz and /metrics on this port of 127.0.0.1, or of another address of this computer',
      ).argParser(healthPlace),
    )
}

/** What the firm’s administrator is to import. */
export function addTopologyOptions(command: Command): Command {
  return command
    .optionsGroup('Definitions:')
    .requiredOption('--customer <ID>', 'a customer to make a stream for, repeatable', collectedIds('--customer'))
    .option('--virtual-host <NAME>', 'where the exchange and the streams are to be', '/')
    .option('--exchange <NAME>', 'the exchange', DEFAULT_EXCHANGE)
    .addOption(
      new Option('--retention <TIME>', 'how long streams keep messages, such as 30D or 12h')
        .default('30D')
        .argParser(retention),
    )
    .option('--back-end-queue <NAME>', 'also a quorum queue that gets every message')
    .option('--keep-users', 'leave out the users, so that a later import keeps their passwords')
}

/** What is saved, where to and when; how long to run; and in which form to print it. */
export function addScheduleOptions(command: Command): Command {
  return addSavingOptions(
    addSelectionOptions(
      command
        .optionsGroup('Times, for add:')
        .option('--at <TIMES>', 'such as "every weekday at 07:30", or five cron fields')
        .option('--time-zone <ZONE>', 'whose clock; default that of the computer that runs it')
        .optionsGroup('Selection, for add:')
        .option('--worklist <NAME>', 'customers and references of this worklist of the desk, as they are when it runs'),
    ),
  )
    .optionsGroup('For run:')
    .option('--due', 'only what is due now, then end')
    .addOption(
      new Option('--for <SECONDS>', 'without a name: stay for this time').argParser(
        positiveNumber('--for', MAX_SECONDS),
      ),
    )
}

/** Which files. */
function addSavingOptions(command: Command): Command {
  return command
    .optionsGroup('Saving, for add:')
    .option('--to <DIR>', 'folder to save into')
    .option('--name <PATTERN>', 'pattern for folders and file names')
    .option('--doc-type <TYPE>', 'only documents of this type, repeatable', collected)
    .addOption(choiceOption('--conflict <POLICY>', 'what to do if a file already exists', CONFLICT_POLICIES))
    .option('--only-new', 'only what is new or changed since it was saved')
}

const DEFAULT_HITS = 20
const MAX_HITS = 1_000

/** Which pages of saved documents. */
export function addFindOptions(command: Command): Command {
  return command
    .optionsGroup('Pages:')
    .option('--customer <NAME|ID>', 'only of this customer, repeatable', collected)
    .addOption(numberOption('--limit <N>', 'at most so many pages', MAX_HITS).default(DEFAULT_HITS))
    .addOption(choiceOption('--environment <NAME>', 'only of this environment; both when left out', ENVIRONMENTS))
}

/** What to do with the index of texts. */
export function addIndexOptions(command: Command): Command {
  return command
    .optionsGroup('Index:')
    .option('--status', 'tell how far it is, and which documents could not be read')
    .option('--run', 'read what was saved and is not in it')
    .option('--rebuild', 'read everything anew')
    .addOption(choiceOption('--environment <NAME>', 'only of this environment; both when left out', ENVIRONMENTS))
}

/** Which entries of the inbox. */
export function addEntryOptions(command: Command): Command {
  return command
    .optionsGroup('Entries:')
    .option('--customer <NAME|ID>', 'only of this customer, repeatable', collected)
    .option('--state <TEXT>', 'only of this state, such as signed')
    .addOption(new Option('--since <ISO>', 'only what came from this day or moment on').argParser(isoTime('--since')))
    .option('--unread', 'only what nobody has read or done')
    .addOption(choiceOption('--environment <NAME>', 'only of this environment; both when left out', ENVIRONMENTS))
}

function numberOption(flags: string, description: string, most: number): Option {
  const option = new Option(flags, description)
  return option.argParser(wholeNumber(`--${option.name()}`, 1, most))
}
