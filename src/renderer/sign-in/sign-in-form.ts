import { createStore } from 'zustand/vanilla'
import type { Input } from '../../shared/contract/contract.ts'
import type { DescribedFailure } from '../../shared/errors/failure.ts'
import { call, failureIn } from '../client/desk-client.ts'
import { deskStore, type DeskState } from '../client/desk-store.ts'
import { showToast } from '../ui/feedback/toast-queue.ts'

type SignIn = Input<'accounts.signIn'>

export interface SignInForm {
  baseUrl: string
  username: string
  password: string
  environment: SignIn['environment']
  credentialForm: SignIn['credentialForm']
  /** Kept in the keychain under `profile`, or for this session only. */
  isKept: boolean
  profile: string
  /** Without an id: that of the profile, which goes on with the new password. */
  caFile: { fileId: string | null; name: string } | null
  isBusy: boolean
  /** Shown over a session that is open, for one more account. */
  isWanted: boolean
  failure: DescribedFailure | null
  /** Where the keyboard has to go, until it is there. */
  wantsFocus: 'baseUrl' | 'password' | 'signIn' | null
}

type Account = DeskState['accounts'][number]

const EMPTY: SignInForm = {
  baseUrl: '',
  username: '',
  password: '',
  environment: 'production',
  credentialForm: 'basic',
  isKept: true,
  profile: '',
  caFile: null,
  isBusy: false,
  isWanted: false,
  failure: null,
  wantsFocus: null,
}

export const signInForm = createStore<SignInForm>(() => EMPTY)

export function changeForm(changed: Partial<SignInForm>): void {
  signInForm.setState({ ...changed, failure: null })
}

/** Signs in as the form says. The form keeps what was typed until it was good, so that only the mistake is typed again. */
export async function submitForm(): Promise<void> {
  const { baseUrl, username, password, environment, credentialForm, isKept, profile, caFile } = signInForm.getState()
  const name = profile.trim() === '' ? suggestedProfile(baseUrl, username) : profile
  const input = { baseUrl, username, password, environment, credentialForm }
  const certificate = { caFileId: caFile?.fileId ?? null, keepsCaFile: caFile?.fileId === null }
  await attempt(async () => {
    await call('accounts.signIn', { ...input, ...certificate, profile: isKept ? name : null })
    signInForm.setState(EMPTY)
  }, fieldToMend)
}

/**
 * With the password of the keychain. Where that is refused, or the keychain gives none, the form is filled in from the
 * profile: all that is left to type is the password.
 */
export async function signInAs(profile: string): Promise<void> {
  await attempt(
    async () => {
      await call('accounts.useProfile', { profile })
      signInForm.setState(EMPTY)
    },
    ({ tag }) => {
      const account = deskStore.getState().desk?.accounts.find((one) => one.profile === profile)
      if (account === undefined || !PASSWORD_IS_MISSING.has(tag)) return null
      signInForm.setState({ ...filledFrom(account), isWanted: true })
      return 'password'
    },
  )
}

/** The same from the desk, which stays where it is unless a password has to be typed. */
export async function switchTo(profile: string): Promise<void> {
  await signInAs(profile)
  const { failure, isWanted } = signInForm.getState()
  if (failure === null || isWanted) return
  signInForm.setState({ failure: null })
  showToast({ text: `${failure.message} ${failure.next}` })
}

/** What is over once the password is typed: refused, or not to be had from the keychain. */
const PASSWORD_IS_MISSING = new Set<string>(['sign-in-refused', 'no-credentials', 'keychain-unavailable'])

function filledFrom({
  profile,
  environment,
  baseUrl,
  username,
  credentialForm,
  caFileName,
}: Account): Partial<SignInForm> {
  const caFile = caFileName === null ? null : { fileId: null, name: caFileName }
  return { profile, environment, baseUrl, username, credentialForm, caFile, password: '', isKept: true }
}

/** What a refusal of the form is mended in; everything else is tried again as it is. */
function fieldToMend({ tag }: DescribedFailure): SignInForm['wantsFocus'] {
  if (PASSWORD_IS_MISSING.has(tag)) return 'password'
  return tag === 'bad-usage' ? 'baseUrl' : 'signIn'
}

/** After the keychain has failed: the account can be used, until the window is closed. */
export async function signInForThisSession(): Promise<void> {
  changeForm({ isKept: false })
  // Nothing was typed where the keychain was to give it.
  if (signInForm.getState().password === '') signInForm.setState({ wantsFocus: 'password' })
  else await submitForm()
}

/** Stops waiting for the service. */
export async function cancelSignIn(): Promise<void> {
  await call('accounts.cancelSignIn', {})
}

/** Asks for one more account; the one that is signed in stays so. */
export function addAccount(): void {
  signInForm.setState({ ...EMPTY, isWanted: true })
}

export function leaveSignIn(): void {
  signInForm.setState(EMPTY)
}

/** Fills in the demo service that this host offers, and signs in for this session. */
export async function signInToDemo(demo: { baseUrl: string; username: string; password: string }): Promise<void> {
  changeForm({ ...demo, environment: 'test', isKept: false })
  await submitForm()
}

export async function chooseCaFile(): Promise<void> {
  await attempt(
    async () => {
      const caFile = await call('accounts.chooseCaFile', {})
      if (caFile !== null) signInForm.setState({ caFile })
    },
    () => null,
  )
}

/** “ops at exchange.example”: what a user would call it. */
export function suggestedProfile(baseUrl: string, username: string): string {
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl.trim()
  return `${username.trim()} at ${host}`
}

/** `onFailure` says where the keyboard goes; null leaves it where it is. */
async function attempt(
  work: () => Promise<void>,
  onFailure: (failure: DescribedFailure) => SignInForm['wantsFocus'],
): Promise<void> {
  signInForm.setState({ isBusy: true, failure: null })
  try {
    await work()
  } catch (thrown) {
    const failure = failureIn(thrown)
    const wantsFocus = onFailure(failure)
    // What the user gave up needs no explanation.
    signInForm.setState({ failure: failure.tag === 'interrupted' ? null : failure, wantsFocus })
  } finally {
    signInForm.setState({ isBusy: false })
  }
}
