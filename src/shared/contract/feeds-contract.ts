import { z } from 'zod'
import { FEED_SOURCES } from '../model/feed-entry.ts'
import { MAX_PREFETCH } from '../model/queue-defaults.ts'
import { conflictPolicy, describedFailure, environment, id, line } from './wire.ts'

const text = z.string().nullable()
/** “22:00”, local time. */
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

/** The state of a queue. Each has a sentence. */
const queueState = z.enum([
  'off',
  'connecting',
  'live',
  'waiting',
  'blocked',
  'refused',
  'queue-missing',
  'cancelled',
  'not-stored',
])

export const queueStatus = z.object({
  state: queueState,
  /** What happened, why and what to do, in the user’s words. */
  sentence: z.string(),
  /** `host:port` of this or the next attempt. */
  host: text,
  /** ISO; set in every state that waits for a retry. */
  nextTryAt: text,
  since: z.string(),
  /** Other programs at the same queue: each message reaches only one of them (T36). Null while not connected. */
  otherConsumers: z.int().nullable(),
  failure: describedFailure.nullable(),
})

export const checkStatus = z.object({
  state: z.enum(['never', 'running', 'done', 'failed', 'not-signed-in']),
  /** When the last check ended. */
  at: text,
  nextAt: text,
  sentence: z.string(),
  /** Changes that no message had announced. */
  found: z.int(),
})

/** Where messages come from. `{customerId}` stands for the customer in hosts, virtual host and queue. */
const brokerFields = {
  /** `stream`: the firm’s own broker, where `queue` names the stream of a customer. There is at most one. */
  kind: z.enum(['queue', 'stream']).default('queue'),
  name: line,
  /** `host` or `host:port`, tried one after another. */
  hosts: z.array(line).min(1).max(10),
  usesTls: z.boolean(),
  virtualHost: line,
  queue: line,
  username: line,
  heartbeatSeconds: z.int().min(5).max(120),
  prefetch: z.int().min(1).max(MAX_PREFETCH),
}

const brokerView = z.object({
  brokerId: z.string(),
  ...brokerFields,
  password: z.enum(['kept', 'this-session', 'none']),
  caFileName: text,
  certificateFileName: text,
  keyFileName: text,
})

/** Fills in the form of the demo’s broker. */
export const demoBroker = z.object({
  hosts: z.array(z.string()),
  usesTls: z.boolean(),
  virtualHost: z.string(),
  queue: z.string(),
  username: z.string(),
  password: z.string(),
})

/** Which entries raise a desktop notification: the first rule that matches decides; an entry that matches none is shown. */
const alertRule = z.strictObject({
  customers: z.array(line).max(1_000),
  states: z.array(line).max(100),
  kinds: z.array(z.enum(FEED_SOURCES)).max(3),
  /** `*` stands for any text; empty matches every reference. Compared with parcel and shipment reference. */
  reference: line,
  isShown: z.boolean(),
})

const alerts = z.object({
  isOn: z.boolean(),
  /** Null: no quiet hours. */
  quiet: z.object({ from: timeOfDay, to: timeOfDay }).nullable(),
  rules: z.array(alertRule).max(100),
})

/** “When a set of these customers reaches this state, save its documents to this folder.” */
const ruleFields = {
  name: line,
  isOn: z.boolean(),
  /** Ids; empty: every followed customer. */
  customers: z.array(line).max(1_000),
  states: z.array(line).min(1).max(100),
  /** Empty: every type. */
  docTypes: z.array(line).max(100),
  folderId: id,
  pattern: line,
  conflict: conflictPolicy,
}

const ruleView = z.object({ ruleId: z.string(), ...ruleFields, folder: z.string(), isFolderThere: z.boolean() })

const feedMode = z.enum(['own', 'streams'])

/** Where a stream begins of which nothing is stored here: its first message, a day of this computer, or the next message. */
const streamBegin = z.union([z.enum(['first', 'now']), z.iso.date()])

/** What a stream no longer had when this desk read on, and whether a check by search has been through its customer since. */
const streamGap = z.object({
  gapId: z.int(),
  customerName: text,
  at: z.string(),
  sentence: z.string(),
  isChecked: z.boolean(),
})

export const feedView = z.object({
  environment,
  /** Who forbids taking messages; null where it is allowed. Checks by search stay allowed. */
  forbiddenBy: text,
  /** Whether messages are taken from the queue; off until the user has accepted that they then reach no other program. */
  isOn: z.boolean(),
  /** `streams` reads those of the firm’s own broker, and takes nothing from the queue. */
  mode: feedMode,
  brokers: z.array(brokerView),
  followed: z.array(
    z.object({
      customerId: z.string(),
      customerName: z.string(),
      brokerId: z.string().nullable(),
      queue: queueStatus.nullable(),
      check: checkStatus,
    }),
  ),
  /** How the firm’s streams are read, and what became of them, which stays until the user has taken note. */
  streams: z.object({
    from: streamBegin,
    more: z.array(z.object({ stream: z.string(), status: queueStatus })),
    gaps: z.array(streamGap),
  }),
  checks: z.object({ isOn: z.boolean(), everyMinutes: z.int() }),
  alerts,
  /** No notification is shown until then. */
  pausedUntil: text,
  rules: z.array(ruleView),
  /** All queues together, for top bar and tray: the worst of them, with its sentence. */
  health: z.object({ state: z.enum(['off', 'connecting', 'live', 'trouble']), sentence: z.string() }),
})

const session = { sessionId: id }

/** A broker as the page’s form has it. A null `brokerId` is a new one; a null password or file keeps the known one. */
export const brokerConnection = {
  ...session,
  brokerId: id.nullable(),
  ...brokerFields,
  password: line.nullable(),
  caFileId: id.nullable(),
  certificateFileId: id.nullable(),
  keyFileId: id.nullable(),
}

/** The feed of the session’s environment. Each call returns the feed as it is afterwards. */
export const feedMethods = {
  'feeds.read': { input: z.strictObject(session), output: feedView },
  /** Messages since midnight of this computer, by customer; a null customer for those that name none. */
  'feeds.today': {
    input: z.strictObject(session),
    output: z.object({ messages: z.array(z.object({ customerId: text, count: z.int() })) }),
  },
  /** Adds a broker, or changes the one that `brokerId` names. */
  'feeds.saveBroker': {
    input: z.strictObject({ ...brokerConnection, keepsPassword: z.boolean() }),
    output: feedView,
  },
  'feeds.removeBroker': { input: z.strictObject({ ...session, brokerId: id }), output: feedView },
  /** Lets the user pick a certificate or key file; null when the dialog was closed. */
  'feeds.chooseFile': {
    input: z.strictObject({ kind: z.enum(['ca', 'certificate', 'key']) }),
    output: z.object({ fileId: id, name: z.string() }).nullable(),
  },
  /** Replaces the list. */
  'feeds.follow': {
    input: z.strictObject({
      ...session,
      customers: z.array(z.strictObject({ customerId: line, brokerId: id.nullable() })).max(1_000),
    }),
    output: feedView,
  },
  /** The user has read that messages taken here reach no other program. */
  'feeds.switchOn': { input: z.strictObject({ ...session, hasReadWarning: z.literal(true) }), output: feedView },
  'feeds.switchOff': { input: z.strictObject(session), output: feedView },
  /** Retries at once every queue that waits or was refused. */
  'feeds.tryNow': { input: z.strictObject(session), output: feedView },
  'feeds.checkNow': { input: z.strictObject(session), output: feedView },
  /** The user has read of the gaps up to this one. */
  'feeds.dismissGaps': { input: z.strictObject({ ...session, upTo: z.int() }), output: feedView },
  'feeds.change': {
    input: z.strictObject({
      ...session,
      streams: z.strictObject({ from: streamBegin, more: z.array(line).max(100) }).optional(),
      checks: z.strictObject({ isOn: z.boolean(), everyMinutes: z.int().min(1).max(1_440) }).optional(),
      alerts: z
        .strictObject({
          isOn: z.boolean(),
          quiet: z.strictObject({ from: timeOfDay, to: timeOfDay }).nullable(),
          rules: z.array(alertRule).max(100),
        })
        .optional(),
    }),
    output: feedView,
  },
  'feeds.setMode': {
    input: z.strictObject({ ...session, mode: feedMode }),
    output: feedView,
  },
  /** 0 ends the pause. */
  'feeds.pauseAlerts': { input: z.strictObject({ ...session, minutes: z.int().min(0).max(1_440) }), output: feedView },
  'feeds.saveRule': {
    input: z.strictObject({ ...session, ruleId: id.nullable(), ...ruleFields }),
    output: feedView,
  },
  'feeds.removeRule': { input: z.strictObject({ ...session, ruleId: id }), output: feedView },
} as const

export const feedEvents = { 'feeds.changed': feedView } as const
