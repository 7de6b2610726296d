import type { Input } from '../../shared/contract/contract.ts'
import type { DescribedFailure } from '../../shared/errors/failure.ts'
import type { Environment } from '../../shared/model/connection.ts'
import type { DeskState } from '../client/desk-store.ts'

export type Account = DeskState['accounts'][number]

/** What is typed and chosen. */
export interface SignInForm {
  readonly baseUrl: string
  /** The user types the address of a service that is not in the organisation’s list. */
  readonly isOtherService: boolean
  readonly username: string
  readonly password: string
  /** Null until the user has chosen; until then the address decides, if it says anything. */
  readonly chosenEnvironment: Environment | null
  /** The environment and address that the user has confirmed against a doubt. */
  readonly confirmed: string
  readonly credentialForm: Input<'accounts.signIn'>['credentialForm']
  /** Kept in the keychain under `profile`, or for this session only. */
  readonly isKept: boolean
  readonly profile: string
  /** Without an id: the profile’s own file, which stays with the new password. */
  readonly caFile: { readonly fileId: string | null; readonly name: string } | null
  /** The saved account whose password has to be typed. */
  readonly known: string | null
}

export const NOTHING_TYPED: SignInForm = {
  baseUrl: '',
  isOtherService: false,
  username: '',
  password: '',
  chosenEnvironment: null,
  confirmed: '',
  credentialForm: 'basic',
  isKept: true,
  profile: '',
  caFile: null,
  known: null,
}

/** A field or button of the form, by its name. */
type Field = 'baseUrl' | 'environment' | 'password' | 'signIn'

/** Where signing in stands; `focus` says where the keyboard has to go. */
export type Step =
  /** For the user: to choose the environment, if that has the focus. The desk has it after the user has gone back there. */
  | { readonly at: 'waiting'; readonly focus: Field | 'desk' | null }
  /** For the service. The button of a saved account stays enabled meanwhile, or it would lose the focus. */
  | { readonly at: 'sending'; readonly profile: string | null }
  /** Before a password is sent: why the environment may be wrong. */
  | { readonly at: 'doubtful'; readonly environment: Environment; readonly doubt: string }
  | { readonly at: 'failed'; readonly failure: DescribedFailure; readonly focus: Field | null }

export interface SignInState {
  readonly form: SignInForm
  /** Instead of the saved accounts, or of the desk where somebody is signed in. Without either it is shown anyway. */
  readonly isFormOpen: boolean
  readonly step: Step
}

export function failureIn({ step }: SignInState): DescribedFailure | null {
  return step.at === 'failed' ? step.failure : null
}

export function isSending({ step }: SignInState): boolean {
  return step.at === 'sending'
}

/** All that is known of an account, so that only its password is left to type. */
export function formOf(account: Account): SignInForm {
  const { profile, environment, baseUrl, username, credentialForm, caFileName } = account
  const caFile = caFileName === null ? null : { fileId: null, name: caFileName }
  const typed = { profile, baseUrl, username, credentialForm, caFile }
  return { ...NOTHING_TYPED, ...typed, chosenEnvironment: environment, known: profile }
}

export function confirmationOf(environment: Environment, baseUrl: string): string {
  return `${environment} ${baseUrl}`
}

/** Failures that a newly typed password mends: the old one was refused, or the keychain has none. */
export const NEEDS_PASSWORD = new Set<string>(['sign-in-refused', 'no-credentials', 'keychain-unavailable'])

/** The field that a refusal is about; anything else is tried again unchanged. */
export function fieldToCorrect({ tag }: DescribedFailure): Field {
  if (NEEDS_PASSWORD.has(tag)) return 'password'
  return tag === 'bad-usage' ? 'baseUrl' : 'signIn'
}
