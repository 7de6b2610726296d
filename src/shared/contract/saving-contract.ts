import { z } from 'zod'
import { describedFailure, environment, id, line, none, problem, slice } from './wire.ts'

const conflict = z.enum(['keep-both', 'skip', 'replace'])

/** A folder that the user chose in the dialog of the system. */
const chosenFolder = z.object({
  folderId: id,
  /** For reading only: the page cannot name a folder. */
  path: z.string(),
  isThere: z.boolean(),
})

/** What a plan comes to. The documents themselves are read with `saving.planned`. */
const planSummary = z.object({
  planId: id,
  folder: chosenFolder,
  documents: z.int(),
  /** Not fetched: there already, unchanged or left by choice. */
  skipped: z.int(),
  /** How many documents have each fate. */
  actions: z.object({
    save: z.int(),
    compare: z.int(),
    replace: z.int(),
    leave: z.int(),
    unchanged: z.int(),
    'too-long': z.int(),
  }),
  /** Of the names that something has already, those that the ledger does not know as that document. */
  strangers: z.int(),
  folders: z.int(),
  /** Names that took a part of the document's id because another document has the plain one. */
  collisions: z.int(),
  requests: z.int(),
  /** How many documents of each type the selection has, whatever types were asked for: what there is to choose from. */
  docTypes: z.array(z.object({ docType: z.string(), documents: z.int() })).default([]),
  freeBytes: z.number().nullable(),
  /** About what the documents to fetch will take. */
  likelyBytes: z.number(),
  isComplete: z.boolean(),
  problems: z.array(problem),
  /** The same for the command line, chosen sets named by their references. Empty where no line can say it safely. */
  commandLine: z.string(),
})

const plannedDocument = z.object({
  setId: z.string(),
  documentId: z.string(),
  relativePath: z.string(),
  state: z.enum(['pending', 'skipped', 'failed']),
  /** `save` where nothing has the name; `leave`, `unchanged` and `too-long` are not fetched. */
  action: z.enum(['save', 'compare', 'replace', 'leave', 'unchanged', 'too-long']),
  /** What has the name now; dates of the service as it sends them, the file's own as an ISO time. */
  there: z
    .object({ bytes: z.number(), writtenAt: z.string(), modifiedDate: z.string().nullable(), isKnown: z.boolean() })
    .nullable(),
  /** The service's date of what would be saved. */
  modifiedDate: z.string().nullable(),
  isCollision: z.boolean(),
})

export const jobView = z.object({
  jobId: id,
  /** `waiting` has its turn after the one that runs. */
  state: z.enum(['waiting', 'running', 'pausing', 'cancelling', 'stopped', 'done', 'cancelled']),
  createdAt: z.string(),
  endedAt: z.string().nullable(),
  /** The account that it is of: another one is another service, or other rights. */
  environment,
  baseUrl: z.string(),
  username: z.string(),
  /** For reading only. */
  folder: z.string(),
  /** The rule that made it, and for which set; null where somebody started it. */
  rule: z.object({ ruleId: z.string(), name: z.string(), setId: z.string(), parcel: z.string().nullable() }).nullable(),
  planned: z.int(),
  saved: z.int(),
  skipped: z.int(),
  failed: z.int(),
  pending: z.int(),
  bytes: z.number(),
  bytesPerSecond: z.number().nullable(),
  etaSeconds: z.number().nullable(),
  /** What holds it back at the moment, in words. */
  note: z.string().nullable(),
  /** The service does not answer: it is tried again without being asked, and `note` says when. */
  isServiceAway: z.boolean(),
  failure: describedFailure.nullable(),
})

const jobDocument = z.object({
  setId: z.string(),
  documentId: z.string(),
  name: z.string(),
  path: z.string(),
  state: z.enum(['pending', 'saved', 'skipped', 'failed']),
  attempts: z.int(),
  bytes: z.number().nullable(),
  sha256: z.string().nullable(),
  failure: describedFailure.nullable(),
})

const oneJob = z.strictObject({ jobId: id })

const verifyResult = z.object({
  folder: z.string(),
  ok: z.int(),
  missing: z.array(z.string()),
  changed: z.array(z.string()),
  extra: z.array(z.string()),
  unreadable: z.array(z.string()),
  /** How many of the missing and changed `jobs.fetchAgain` can fetch. */
  fetchable: z.int(),
})

export const savingMethods = {
  /** Folders chosen before, the last used first. */
  'saving.folders': { input: none, output: z.object({ folders: z.array(chosenFolder) }) },
  /** The dialog of the system; null when it was closed. */
  'saving.chooseFolder': { input: none, output: chosenFolder.nullable() },
  'saving.openFolder': { input: z.strictObject({ folderId: id }), output: none },
  'saving.forgetFolder': { input: z.strictObject({ folderId: id }), output: none },
  /** Takes back that a folder was forgotten, as long as the application runs. */
  'saving.recallFolder': { input: z.strictObject({ folderId: id }), output: none },
  /** The tokens of a name pattern, each with what it stands for. */
  'saving.tokens': {
    input: none,
    output: z.object({
      tokens: z.array(z.object({ token: z.string(), of: z.enum(['set', 'document']), label: z.string().default('') })),
    }),
  },
  /** How documents of this search would be called; with why the pattern is none where it is none. */
  'saving.example': {
    input: z.strictObject({ sessionId: id, pattern: line, setIds: z.array(line).max(20) }),
    output: z.object({ examples: z.array(z.string()), failure: describedFailure.nullable() }),
  },
  /** Plans; saves nothing. `setIds` null takes all results of the search. */
  'saving.plan': {
    input: z.strictObject({
      searchId: id,
      setIds: z.array(line).max(100_000).nullable(),
      folderId: id,
      pattern: line,
      docTypes: z.array(line).max(100),
      conflict,
      isOnlyNew: z.boolean(),
    }),
    output: planSummary,
  },
  'saving.planned': {
    input: z.strictObject({ planId: id, slice }),
    output: z.object({ documents: z.array(plannedDocument) }),
  },
  /** Gives up the plans that are being made: each of them fails with interrupted. */
  'saving.cancelPlanning': { input: none, output: none },
  'saving.discardPlan': { input: z.strictObject({ planId: id }), output: none },
  /** Stores the plan as a job and carries it out when its turn comes. */
  'saving.start': {
    input: z.strictObject({ planId: id, concurrency: z.int().min(1).max(32) }),
    output: z.object({ jobId: id }),
  },
  'jobs.list': { input: none, output: z.object({ jobs: z.array(jobView) }) },
  'jobs.documents': {
    input: z.strictObject({ jobId: id, slice, state: z.enum(['pending', 'saved', 'skipped', 'failed']).nullable() }),
    output: z.object({ documents: z.array(jobDocument), count: z.int() }),
  },
  'jobs.pause': { input: oneJob, output: none },
  /** Goes on with a job, its failed documents included. Fails with no-credentials where its account is not signed in. */
  'jobs.resume': { input: oneJob, output: none },
  /** Gives a job up; what was saved stays. */
  'jobs.cancel': { input: oneJob, output: none },
  'jobs.openFolder': { input: oneJob, output: none },
  /** Compares the folder of a job with its manifest. */
  'jobs.verify': { input: oneJob, output: verifyResult },
  /**
   * Makes a job of what the last comparison of this job's folder found missing or changed, and carries it out when its turn
   * comes: nothing is overwritten. Fails with no-credentials where its account is not signed in, and with bad-usage where
   * the folder was not compared before or has nothing to fetch.
   */
  'jobs.fetchAgain': {
    input: z.strictObject({ jobId: id, concurrency: z.int().min(1).max(32) }),
    output: z.object({ jobId: id }),
  },
} as const
