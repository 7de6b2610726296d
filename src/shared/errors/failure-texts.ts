import { counted, formatBytes, formatDuration } from '../text/format.ts'
import type { Advice, DescribedFailure, Failure, FailureTag, Reader } from './failure.ts'

const HOUR_MS = 60 * 60 * 1000

type FailureOf<Tag extends FailureTag> = Extract<Failure, { tag: Tag }>
type Text = { message: string; next: Advice }

const quote = (said: string | undefined): string => (said === undefined || said === '' ? '' : ` It said: “${said}”.`)

const kindOf = ({ isStream }: { isStream?: boolean }): string => (isStream === true ? 'stream' : 'queue')

/** An estimate, since the sizes of documents are unknown before they arrive. */
const spaceToFree = ({ missingBytes }: FailureOf<'disk-full'>): string =>
  missingBytes === undefined ? 'some space' : `about ${formatBytes(missingBytes)}`

const SEARCH_ADVICE = 'Check the filters and references that were given.'
const ASK_ADVICE = 'Try again later; if this continues, ask the service what it means.'

/** Where it is neither what was asked for nor, perhaps, the service that refuses. */
const OTHERS_ADVICE: Readonly<Record<number | string, string>> = {
  407: 'A proxy on the way asks for a sign-in, not the service: ask who runs the network for access.',
  409: 'It was being changed at that moment. Try again in a minute.',
  416: ASK_ADVICE,
  511: 'The network asks for a sign-in, not the service: open any page in the web browser, sign in there, then try again.',
}

/** Only 401 says that it is user name and password; and a path may lead to somebody who refuses everything. */
function whatWasRefused({ username, path, status }: FailureOf<'sign-in-refused'>): string {
  if (status !== undefined && status !== 401) return `the sign-in of ${username} with ${status}`
  const refused = `the user name or password of ${username}`
  return path === undefined ? refused : `${refused}, or it is not the address of the service`
}

function signInAdvice({ path, status }: FailureOf<'sign-in-refused'>): string {
  const isSure = status === undefined || status === 401
  if (!isSure)
    return 'Check user name, password and address; a firewall or proxy may have answered instead of the service.'
  return path === undefined
    ? 'Check user name and password.'
    : `Check user name, password and the address with its path “${path}”.`
}

/** One row per tag; the compiler refuses a tag without a sentence, and advice without a text for one of its readers. */
const TEXTS: { [Tag in FailureTag]: (failure: FailureOf<Tag>) => Text } = {
  'bad-usage': (f) => ({
    message: f.message,
    next: f.next ?? {
      terminal: 'Run the command with --help to see what it takes.',
      desk: 'Check what was entered, then try again.',
    },
  }),
  'sign-in-refused': (f) => ({
    message: `${f.origin}${f.path ?? ''} refused ${whatWasRefused(f)}.${quote(f.said)}`,
    next: {
      terminal: `Nothing more was tried, so that the account is not locked. ${signInAdvice(f)} For a saved account, run “parcel-desk sign-in” again.`,
      desk: `Nothing more was tried, so that the account is not locked. ${signInAdvice(f)} Then sign in again.`,
    },
  }),
  'no-credentials': (f) => ({
    message: f.what,
    next: f.next ?? {
      terminal:
        'Run “parcel-desk sign-in --base-url URL --username NAME” to keep one; or add --base-url, --username and --password-stdin to this command; or set PARCEL_DESK_BASE_URL, PARCEL_DESK_USERNAME and PARCEL_DESK_PASSWORD.',
      desk: 'Sign in again with user name and password.',
    },
  }),
  'keychain-unavailable': (f) => ({
    message: `The system keychain cannot be used: ${f.reason}.`,
    next: {
      terminal:
        'Unlock or install it, or use a connection for this run only: --base-url, --username and PARCEL_DESK_PASSWORD.',
      desk: 'Unlock or install it and try again, or sign in for this session only: then nothing is kept.',
    },
  }),
  'token-refused': (f) => ({
    message: `The service accepted the sign-in and then refused it for ${f.endpoint}.`,
    next: 'Try again later; if this continues, ask the service whether this user may use it.',
  }),
  'service-unreachable': (f) => ({
    message: `${f.origin} cannot be reached: ${f.reason}.`,
    next: f.next ?? 'Check the address, the network and the proxy, then try again.',
  }),
  'tls-untrusted': (f) => ({
    message: `The certificate of ${f.origin} is not trusted: ${f.reason}.`,
    next: f.next ?? {
      terminal: 'Ask for the certificate authority of your company and name its file with --ca-file.',
      desk: 'Ask for the certificate authority of your company and choose its file when you sign in.',
    },
  }),
  'proxy-login': (f) => ({
    message: f.hasRefused
      ? `The proxy ${f.proxy} refused the user name or password.`
      : `The proxy ${f.proxy} asks for a user name and a password.`,
    next: {
      terminal: f.hasRefused
        ? 'It is not sent again, so that the account is not locked. Check PARCEL_DESK_PROXY_USERNAME and PARCEL_DESK_PROXY_PASSWORD, or enter them anew in the desk.'
        : 'Set PARCEL_DESK_PROXY_USERNAME and PARCEL_DESK_PROXY_PASSWORD, or enter them once in the desk and keep them in the keychain.',
      desk: f.hasRefused
        ? 'It is not sent again, so that the account is not locked. Enter both again where Parcel Desk asks for them, or with “Sign in at the proxy” in the palette.'
        : 'Enter them where Parcel Desk asks for them, or with “Sign in at the proxy” in the palette.',
    },
  }),
  'proxy-refused': (f) => ({ message: `The proxy ${f.proxy} cannot be used: ${f.reason}.`, next: f.next }),
  'timed-out': (f) => ({
    message: `${f.endpoint} sent no ${f.waitedFor} for ${waitedTime(f.timeoutMs)}.`,
    next: 'Try again; if this continues, the service or the network is overloaded.',
  }),
  'connection-lost': (f) => ({
    message: `The connection was lost during ${f.endpoint}: ${f.reason}.`,
    next: 'Try again.',
  }),
  'service-failing': (f) => ({
    message: `The service answered ${f.status} to ${f.endpoint}.${quote(f.said)}`,
    next: OTHERS_ADVICE[f.status] ?? comeBack(f.retryAfterMs),
  }),
  'request-refused': (f) => ({
    message: `The service refused ${f.endpoint} with ${f.status}.${quote(f.said)}`,
    next: OTHERS_ADVICE[f.status] ?? (f.endpoint === 'the search' ? SEARCH_ADVICE : ASK_ADVICE),
  }),
  'access-denied': (f) => ({
    message: `This user may not use ${f.endpoint}.${quote(f.said)}`,
    next: 'Ask the administrator of the service for access.',
  }),
  'not-found': (f) => ({
    message: `The service does not know what ${f.endpoint} asked for.${quote(f.said)}`,
    next: f.endpoint.startsWith('document')
      ? 'It may have been removed; search again.'
      : 'Check the address of the service, and what was asked for.',
  }),
  redirected: (f) => ({
    message: `${f.endpoint} pointed to another address (${f.to}), which was not followed: it would have been sent the password.`,
    next: 'Check the address of the service.',
  }),
  'unreadable-answer': (f) => ({
    message: `The answer to ${f.endpoint} could not be read: ${f.reason}.${quote(f.said)}`,
    next:
      f.said === undefined
        ? 'Check the address of the service; a proxy or a sign-in page may have answered instead of the service.'
        : 'If what it said is not of the service, a proxy or a sign-in page may have answered instead: check the address.',
  }),
  'not-a-whole-pdf': (f) => ({
    message: `What came for ${f.endpoint} is not a whole PDF: ${f.reason}.${quote(f.said)}${f.isRepeated === true ? ' The same came again.' : ''}`,
    next:
      f.instead === undefined
        ? {
            terminal:
              'Nothing was saved under the document’s name. Ask the sender for it or resume the job later; --save-anyway saves it as it is, marked in the manifest.',
            desk: 'Nothing was saved under the document’s name. Ask the sender for it or try again later; “Save as it is” in Downloads saves it all the same, marked in the manifest.',
          }
        : {
            terminal: 'Nothing was saved under the document’s name. Resume the job later.',
            desk: 'Nothing was saved under the document’s name. Try again later; if this continues, ask the service.',
          },
  }),
  'document-too-large': (f) => ({
    message: `The ${f.endpoint} ${f.bytes === undefined ? `has more than ${formatBytes(f.limitBytes)}` : `has ${formatBytes(f.bytes)}`}: too large ${f.use === 'show' ? 'for the preview' : 'to be saved'}, where the limit is ${formatBytes(f.limitBytes)}.`,
    next:
      f.use === 'show'
        ? 'Open it in the system’s PDF reader, or allow more under “Limits” in Settings.'
        : {
            terminal: 'Allow more with --max-document-mb; or ask the sender for a smaller document.',
            desk: 'Allow more under “Limits” in Settings, then try again; or ask the sender for a smaller document.',
          },
  }),
  'documents-not-listed': (f) => ({
    message: `The service did not list the documents of set ${f.set}.`,
    next: 'Search for that set alone; if this continues, ask the service.',
  }),
  'nothing-matched': (f) => ({
    message: `Nothing matched: ${f.what}.`,
    next: 'Ask for more: fewer filters, other references, or every customer.',
  }),
  'some-not-saved': (f) => ({
    message: `${f.failed} of ${f.planned} documents could not be saved.`,
    next: {
      terminal: 'The list says why. “parcel-desk resume” tries them again.',
      desk: 'The list says why. “Retry failed” tries them again.',
    },
  }),
  'folder-differs': (f) => ({
    message: `${f.folder} differs from its manifest: ${f.missing} missing, ${f.changed} changed, ${f.extra} extra, ${f.unreadable} unreadable.`,
    next: 'The list names them. Save again to bring back what is missing; nothing is deleted. What is unreadable is open in another program, or this user may not read it.',
  }),
  'signed-changed': (f) => ({
    message: `In ${f.folder}, ${counted(f.documents, 'document')} ${f.documents === 1 ? 'is' : 'are'} no longer as signed.`,
    next: 'The list says what of them was changed. Ask whoever sent them for what was signed.',
  }),
  'documents-differ': (f) => ({ message: f.summary, next: 'The list says what became what.' }),
  incomplete: (f) => ({
    message: `${f.what}, but ${f.missing}.`,
    next: f.next ?? {
      terminal: 'The problems say what is missing. Run the command again, or ask for less.',
      desk: 'The problems say what is missing. Search again, or search for less.',
    },
  }),
  'stopped-early': (f) => ({
    message: `${f.reason}; ${counted(f.pending, 'document')} ${f.pending === 1 ? 'is' : 'are'} still to be saved.`,
    next: { terminal: '“parcel-desk resume” goes on.', desk: '“Resume” goes on with them.' },
  }),
  'disk-full': (f) => ({
    message:
      f.keptFreeBytes === undefined
        ? `The disk that holds ${f.folder} is full.`
        : `The disk that holds ${f.folder} is nearly full: the last ${formatBytes(f.keptFreeBytes)} of it are left free.`,
    next: {
      terminal: `Free ${spaceToFree(f)}, then run “parcel-desk resume” where a job was stopped, else the command again. What was saved is kept.`,
      desk: `Free ${spaceToFree(f)}, then resume the job or try again. What was saved is kept.`,
    },
  }),
  'folder-not-writable': (f) => ({
    message: `${f.folder} cannot be written to: ${f.reason}.`,
    next: {
      terminal:
        'Ask for write access or choose another folder, then run “parcel-desk resume” where a job was stopped, else the command again.',
      desk: 'Ask for write access and resume the job, or save again into another folder.',
    },
  }),
  'folder-gone': (f) => ({
    message: `${f.folder} is no longer there.`,
    next: {
      terminal:
        'Connect the drive or bring the folder back, then run “parcel-desk resume” where a job was stopped, else the command again.',
      desk: 'Connect the drive or bring the folder back, then try again.',
    },
  }),
  'folder-refused': (f) => ({
    message: `${f.folder} cannot be used: ${f.reason}.`,
    next: f.next ?? 'Choose another folder.',
  }),
  'path-too-long': (f) => ({
    message: `The path is too long (more than ${f.limit}): ${f.path}`,
    next: 'Choose a folder nearer to the root of the drive, or a shorter name or pattern, then try again.',
  }),
  'file-exists': (f) => ({ message: `${f.path} exists already and was not replaced.`, next: 'Choose another name.' }),
  'file-held': (f) => ({
    message: `${f.path} could not be read or written: another program has it open.`,
    next: {
      terminal:
        'Close it there, or wait until the virus scanner or backup that holds it is done. Then run the command again, or “parcel-desk resume” where a job was stopped.',
      desk: 'Close it there, or wait until the virus scanner or backup that holds it is done. Then try again.',
    },
  }),
  'file-refused': (f) => ({
    message: `${f.path} could not be read or written: ${f.reason}.`,
    next: f.next ?? 'Check the file and what may be blocking it, then try again; the folder itself is in order.',
  }),
  'storage-failed': (f) => ({
    message: `${f.file} could not be read or written: ${f.reason}.`,
    next: 'Check the disk and the permissions on the data folder; saved documents are not affected.',
  }),
  locked: (f) => ({
    message: `Another Parcel Desk is working with the data folder ${f.dataDir} (${f.holder}).`,
    next: {
      terminal: 'Wait until it ends, or give this run its own --data-dir.',
      desk: 'Wait until it ends, then try again.',
    },
  }),
  'broker-refused': (f) => ({
    message: `${f.broker} refused the user name or password of ${f.username}.${quote(f.said)}`,
    next: f.next ?? {
      terminal:
        'Nothing more was tried, so that the account is not locked. Check the user in --amqp-url and PARCEL_DESK_AMQP_PASSWORD.',
      desk: 'Nothing more was tried, so that the account is not locked. Check user name and password of the queue in Settings.',
    },
  }),
  'virtual-host-refused': (f) => ({
    message: `${f.broker} has no virtual host “${f.virtualHost}”, or this user may not enter it.`,
    next: 'Check the virtual host; if it is right, ask the service for access to it.',
  }),
  'queue-missing': (f) => ({
    message: `${f.broker} has no ${kindOf(f)} “${f.queue}”.`,
    next: f.isStream
      ? 'It is looked for again automatically. Check the name; if it is right, ask the administrator of the broker to import the definitions of this customer.'
      : 'It is looked for again automatically. Check the name; if it is right, ask the service to create the queue.',
  }),
  'queue-refused': (f) => ({
    message: `${f.broker} does not let this user read the ${kindOf(f)} “${f.queue}”.${quote(f.said)}`,
    next: f.isStream
      ? 'Ask the administrator of the broker for the right to read it. Then reading goes on where it was left.'
      : 'Ask the service for permission to read it.',
  }),
  'queue-held': (f) => ({
    message: `Another program has the queue “${f.queue}” at ${f.broker} to itself.`,
    next: 'It is tried again automatically. End the other program, or ask the service which it is.',
  }),
  'not-a-stream': (f) => ({
    message: `At ${f.broker} “${f.queue}” is a queue, not a stream, and nothing was taken from it.`,
    next: 'Check the name: streams of the firm’s feed begin with “parcel.”.',
  }),
  'queue-cancelled': (f) => ({
    message: `${f.broker} ended the subscription to “${f.queue}”: the ${kindOf(f)} was deleted or moved.`,
    next: `It is looked for again automatically. If it does not come back, ask ${f.isStream ? 'the administrator of the broker' : 'the service'}.`,
  }),
  'exchange-missing': (f) => ({
    message: `${f.broker} has no exchange “${f.exchange}”.`,
    next: {
      terminal: 'Have the definitions imported that “parcel-desk feed topology” prints, or check the name.',
      desk: 'Check the name, or ask the administrator of the broker.',
    },
  }),
  'exchange-refused': (f) => ({
    message: `${f.broker} does not let this user publish to “${f.exchange}”.${quote(f.said)}`,
    next: {
      terminal:
        'Give the user the right to write to the exchange, as the definitions of “parcel-desk feed topology” do.',
      desk: 'Ask the administrator of the broker for the right to write to it.',
    },
  }),
  'not-published': (f) => ({
    message: `${f.broker} has not confirmed messages for “${f.exchange}”: ${f.reason}.`,
    next: f.next ?? 'Have its memory and disk looked at, and whether all its nodes run.',
  }),
  'queue-forbidden': (f) => ({
    message: `Taking messages from a queue is forbidden here by ${f.by}.`,
    next: 'Checks by search still find what changed. Ask your administrator if you need the queue.',
  }),
  'set-by-organisation': (f) => ({
    message: `${f.what} is forbidden here by ${f.by}.`,
    next: f.next ?? 'Ask your administrator if you need it.',
  }),
  interrupted: (f) => ({
    message: 'Stopped on request.',
    next: {
      terminal: f.job === undefined ? 'Run the command again.' : `“parcel-desk resume ${f.job}” goes on.`,
      desk: f.job === undefined ? 'Start it again when you are ready.' : '“Resume” goes on with the job.',
    },
  }),
  internal: (f) => ({
    message: `Something unexpected happened inside Parcel Desk (reference ${f.reference}).`,
    next: 'The log has the details under that reference; please send it to your support for Parcel Desk.',
  }),
}

function textOf<Tag extends FailureTag>(tag: Tag, failure: FailureOf<Tag>): Text {
  return TEXTS[tag](failure)
}

/** The failure as a sentence, the same for screen, log and command line, and a next step for this reader. */
export function describeFailure(failure: Failure, reader: Reader = 'terminal'): DescribedFailure {
  const { message, next } = textOf(failure.tag, failure)
  return { tag: failure.tag, message, next: typeof next === 'string' ? next : next[reader] }
}

function waitedTime(timeMs: number): string {
  return timeMs < HOUR_MS ? `${timeMs / 1000} seconds` : counted(timeMs / HOUR_MS, 'hour')
}

/** When the service asks to be called again. */
function comeBack(retryAfterMs = 0): string {
  return retryAfterMs < 1_000
    ? 'Try again later.'
    : `Try again in ${formatDuration(retryAfterMs)}: the service asks for that.`
}
