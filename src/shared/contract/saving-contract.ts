import { z } from 'zod'
import { DOCUMENT_STATES } from '../model/job.ts'
import { jobSubject, ruleOfJob } from '../model/job-subject.ts'
import { conflictPolicy, describedFailure, environment, id, line, none, problem, slice } from './wire.ts'

/** A folder that the user chose in the system's dialog. */
export const chosenFolder = z.object({
  folderId: id,
  /** For display: the page cannot name a folder. */
  path: z.string(),
  isThere: z.boolean(),
  /** Whether documents were saved into it before, by this installation or another: then a save is usually for what is new. */
  hasManifest: z.boolean(),
})

/** Another installation that saves into the same folder now. Foreign text, made plain. */
const otherSaver = z.object({ host: z.string(), user: z.string(), job: z.string(), since: z.string() })

/** A summary of a plan. Its documents are read with `saving.planned`. */
const planSummary = z.object({
  planId: id,
  folder: chosenFolder,
  documents: z.int(),
  /** Not fetched: unchanged, or left by choice. */
  skipped: z.int(),
  /** How many documents have each action. */
  actions: z.object({
    save: z.int(),
    compare: z.int(),
    replace: z.int(),
    leave: z.int(),
    unchanged: z.int(),
    'too-long': z.int(),
  }),
  folders: z.int(),
  /** How many names end in part of the document's id because another document has the plain name. */
  collisions: z.int(),
  requests: z.int(),
  /** How many documents of each type the selection has, whatever types were requested: the choices. */
  docTypes: z.array(z.object({ docType: z.string(), documents: z.int() })).default([]),
  freeBytes: z.number().nullable(),
  /** Estimated bytes of the documents to fetch. */
  likelyBytes: z.number(),
  isComplete: z.boolean(),
  problems: z.array(problem),
  /** Who saves into the folder at this moment. */
  alsoSaving: z.array(otherSaver).default([]),
  /** The same save as a command line, chosen sets named by their references. Empty where no line can express it safely. */
  commandLine: z.string(),
})

/** What has the name of a planned document now. */
export const existingFile = z.object({
  bytes: z.number(),
  /** When it was last written, as the file system says; ISO. */
  writtenAt: z.string(),
  /** The service's date of the set when it was saved, as the service sends it; null where that is unknown. */
  modifiedDate: z.string().nullable(),
  /** False where the ledger does not know the file as this document. */
  isKnown: z.boolean(),
})

const plannedDocument = z.object({
  setId: z.string(),
  documentId: z.string(),
  relativePath: z.string(),
  state: z.enum(['pending', 'skipped', 'failed']),
  /** `save` where nothing has the name; `leave`, `unchanged` and `too-long` are not fetched. */
  action: z.enum(['save', 'compare', 'replace', 'leave', 'unchanged', 'too-long']),
  there: existingFile.nullable(),
  /** The service's date of the document to save. */
  modifiedDate: z.string().nullable(),
  isCollision: z.boolean(),
})

export const jobView = z.object({
  jobId: id,
  /** `waiting` runs after the current job. */
  state: z.enum(['waiting', 'running', 'pausing', 'cancelling', 'stopped', 'done', 'cancelled']),
  createdAt: z.string(),
  endedAt: z.string().nullable(),
  /** The account of the job: another account means another service or other permissions. */
  environment,
  baseUrl: z.string(),
  username: z.string(),
  /** For display. */
  folder: z.string(),
  subject: jobSubject,
  /** Null where a person started it. */
  rule: ruleOfJob.nullable(),
  planned: z.int(),
  saved: z.int(),
  skipped: z.int(),
  failed: z.int(),
  pending: z.int(),
  /** Saved, then removed because the save was undone. */
  removed: z.int(),
  bytes: z.number(),
  bytesPerSecond: z.number().nullable(),
  /** How many documents are asked for at once; null while none is. */
  atOnce: z.int().nullable(),
  etaSeconds: z.number().nullable(),
  /** Why the job is delayed, in words. */
  note: z.string().nullable(),
  /** The service does not answer: it is retried automatically, and `note` says when. */
  isServiceAway: z.boolean(),
  /** Who else saves into the folder while this job runs. */
  alsoSaving: z.array(otherSaver).default([]),
  /** While it is being undone, and where that was interrupted: undoing it again finishes it. */
  isUndoBegun: z.boolean(),
  failure: describedFailure.nullable(),
})

const documentState = z.enum(DOCUMENT_STATES)

/** How many files stay, by reason. */
const keptFiles = z.object({
  changed: z.int(),
  replaced: z.int(),
  found: z.int(),
  later: z.int(),
  held: z.int(),
})

const ofSet = {
  setId: z.string(),
  parcelRef: z.string().nullable(),
  shipmentRef: z.string().nullable(),
  customerName: z.string().nullable(),
}

const jobDocument = z.object({
  ...ofSet,
  documentId: z.string(),
  name: z.string(),
  path: z.string(),
  state: documentState,
  attempts: z.int(),
  bytes: z.number().nullable(),
  sha256: z.string().nullable(),
  failure: describedFailure.nullable(),
  /** What must be known of it although it was saved. */
  remark: z.string().nullable(),
  /** It was refused because it is damaged: `jobs.resume` can save it all the same. */
  isDamaged: z.boolean(),
})

const jobSet = z.object({ ...ofSet, documents: z.int(), saved: z.int(), failed: z.int() })

const oneJob = z.strictObject({ jobId: id })

const verifyResult = z.object({
  folder: z.string(),
  ok: z.int(),
  missing: z.array(z.string()),
  changed: z.array(z.string()),
  extra: z.array(z.string()),
  unreadable: z.array(z.string()),
  /** Documents that are there, and of which the manifest has something to say. */
  remarked: z.array(z.object({ path: z.string(), remark: z.string() })),
  /** How many of the missing and changed documents `jobs.fetchAgain` can fetch without replacing a file. */
  fetchable: z.int(),
  /** How many changed files it can replace, those included whose document was fetched again beside them. */
  replaceable: z.int(),
  /** How many missing documents it can fetch. */
  restorable: z.int(),
})

export const savingMethods = {
  /** Folders chosen earlier, the last used first. */
  'saving.folders': { input: none, output: z.object({ folders: z.array(chosenFolder) }) },
  /** Opens the system's dialog; null when it was cancelled. */
  'saving.chooseFolder': { input: none, output: chosenFolder.nullable() },
  'saving.openFolder': { input: z.strictObject({ folderId: id }), output: none },
  'saving.forgetFolder': { input: z.strictObject({ folderId: id }), output: none },
  /** Undoes `saving.forgetFolder`, as long as the application runs. */
  'saving.recallFolder': { input: z.strictObject({ folderId: id }), output: none },
  /** The tokens of a name pattern with their labels. */
  'saving.tokens': {
    input: none,
    output: z.object({
      tokens: z.array(z.object({ token: z.string(), of: z.enum(['set', 'document']), label: z.string().default('') })),
    }),
  },
  /** What documents of this search would be called; `failure` says why a pattern is invalid. */
  'saving.example': {
    input: z.strictObject({ sessionId: id, pattern: line, setIds: z.array(line).max(20) }),
    output: z.object({ examples: z.array(z.string()), failure: describedFailure.nullable() }),
  },
  /**
   * Plans without saving. `setIds` null plans all results of the search; without a search the sets are those that this session has
   * seen.
   */
  'saving.plan': {
    input: z.strictObject({
      searchId: id.nullable(),
      sessionId: id.nullable().default(null),
      setIds: z.array(line).max(100_000).nullable(),
      folderId: id,
      pattern: line,
      docTypes: z.array(line).max(100),
      conflict: conflictPolicy,
      isOnlyNew: z.boolean(),
      /** The list of references in which the sets were chosen; it names the job. */
      worklist: z
        .strictObject({ name: line.nullable(), references: z.int().min(1) })
        .nullable()
        .default(null),
    }),
    output: planSummary,
  },
  'saving.planned': {
    input: z.strictObject({ planId: id, slice }),
    output: z.object({ documents: z.array(plannedDocument) }),
  },
  /** Cancels the plans in progress: each of them fails with interrupted. */
  'saving.cancelPlanning': { input: none, output: none },
  'saving.discardPlan': { input: z.strictObject({ planId: id }), output: none },
  /** Stores the plan as a job and runs it when its turn comes. */
  'saving.start': {
    input: z.strictObject({ planId: id, concurrency: z.int().min(1).max(32) }),
    output: z.object({ jobId: id }),
  },
  'jobs.documents': {
    input: z.strictObject({
      jobId: id,
      slice,
      state: documentState.nullable(),
      /** Those of a set together, as in `jobs.sets`; for a job that can be grouped. */
      isBySet: z.boolean().default(false),
    }),
    output: z.object({ documents: z.array(jobDocument), count: z.int() }),
  },
  /** The sets of those documents, in their order, with how many there are of each; null for a job of very many documents. */
  'jobs.sets': {
    input: z.strictObject({ jobId: id, state: documentState.nullable() }),
    output: z.object({ sets: z.array(jobSet).nullable() }),
  },
  'jobs.pause': { input: oneJob, output: none },
  /** Resumes a job and retries its failed documents. Fails with no-credentials where its account is not signed in. */
  'jobs.resume': {
    input: z.strictObject({
      jobId: id,
      /** The ids of documents to save even if they are damaged. */
      acceptsDamaged: z.array(line).max(1_000).default([]),
    }),
    output: none,
  },
  /** Cancels a job; what was saved stays. */
  'jobs.cancel': { input: oneJob, output: none },
  'jobs.openFolder': { input: oneJob, output: none },
  /** What undoing a job would do, without reading its files. */
  'jobs.previewUndo': {
    input: oneJob,
    output: z.object({ folder: z.string(), files: z.int(), bytes: z.number(), kept: keptFiles }),
  },
  /**
   * Removes the files that a job wrote and nobody has changed since; `jobs.changed` says how far it is. Fails with bad-usage
   * where the job has not ended, another one runs, or none of its files is there, with folder-gone, folder-refused, locked.
   */
  'jobs.undo': {
    input: oneJob,
    output: z.object({
      folder: z.string(),
      removed: z.int(),
      /** Files that somebody had removed or moved before. */
      vanished: z.int(),
      kept: z.array(z.object({ path: z.string(), reason: keptFiles.keyof() })),
      /** False where it was stopped. */
      isComplete: z.boolean(),
      problems: z.array(problem),
    }),
  },
  /** Stops undoing; what was removed by then is recorded. */
  'jobs.stopUndo': { input: oneJob, output: none },
  /** Compares the folder of a job with its manifest. */
  'jobs.verify': { input: oneJob, output: verifyResult },
  /**
   * Starts a job that fetches what the last comparison of this job's folder found missing or changed. A changed file stays, and
   * its document is saved beside it, unless `replaces` is true; a file that has come back since is never replaced.
   * Fails with no-credentials where its account is not signed in, and with bad-usage where the folder has not been compared
   * or nothing is to be fetched.
   */
  'jobs.fetchAgain': {
    input: z.strictObject({ jobId: id, concurrency: z.int().min(1).max(32), replaces: z.boolean().default(false) }),
    output: z.object({ jobId: id }),
  },
} as const
