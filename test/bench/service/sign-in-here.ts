import type { Page } from 'playwright'
import { leaveFirstField } from '../../support/leave-first-field.ts'
import { signInByForm } from '../../support/sign-in-form.ts'
import { BENCH_PASSWORD } from './search-answer.ts'

/** At a generated service, for this session only. */
export async function signInHere(page: Page, baseUrl: string): Promise<void> {
  await signInByForm(page, { address: baseUrl, username: 'bench', password: BENCH_PASSWORD, name: null })
  await leaveFirstField(page)
}
