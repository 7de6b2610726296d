import { createStore } from 'zustand/vanilla'
import type { Input } from '../../shared/contract/contract.ts'
import type { DescribedFailure } from '../../shared/errors/failure.ts'
import { call, failureIn } from '../desk.ts'

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
  caFile: { fileId: string; name: string } | null
  isBusy: boolean
  /** Shown over a session that is open, for one more account. */
  isWanted: boolean
  failure: DescribedFailure | null
}

const EMPTY: SignInForm = {
  ...{ baseUrl: '', username: '', password: '', environment: 'production', credentialForm: 'basic' },
  ...{ isKept: true, profile: '', caFile: null, isBusy: false, isWanted: false, failure: null },
}

export const signInForm = createStore<SignInForm>(() => EMPTY)

export function changeForm(changed: Partial<SignInForm>): void {
  signInForm.setState({ ...changed, failure: null })
}

/** Signs in as the form says. The form keeps what was typed until it was good, so that only the mistake is typed again. */
export async function submitForm(): Promise<void> {
  const { baseUrl, username, password, environment, credentialForm, isKept, profile, caFile } = signInForm.getState()
  const name = profile.trim() === '' ? suggestedProfile(baseUrl, username) : profile
  const input = { baseUrl, username, password, environment, credentialForm, caFileId: caFile?.fileId ?? null }
  await attempt(async () => {
    await call('accounts.signIn', { ...input, profile: isKept ? name : null })
    signInForm.setState(EMPTY)
  })
}

export async function signInAs(profile: string): Promise<void> {
  await attempt(async () => {
    await call('accounts.useProfile', { profile })
    signInForm.setState(EMPTY)
  })
}

/** After the keychain has failed: the account can be used, until the window is closed. */
export async function signInForThisSession(): Promise<void> {
  changeForm({ isKept: false })
  await submitForm()
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
  await attempt(async () => {
    const caFile = await call('accounts.chooseCaFile', {})
    if (caFile !== null) signInForm.setState({ caFile })
  })
}

/** “ops at exchange.example”: what a user would call it. */
export function suggestedProfile(baseUrl: string, username: string): string {
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl.trim()
  return `${username.trim()} at ${host}`
}

async function attempt(work: () => Promise<void>): Promise<void> {
  signInForm.setState({ isBusy: true, failure: null })
  try {
    await work()
  } catch (thrown) {
    const failure = failureIn(thrown)
    // What the user gave up needs no explanation.
    signInForm.setState({ failure: failure.tag === 'interrupted' ? null : failure })
  } finally {
    signInForm.setState({ isBusy: false })
  }
}
