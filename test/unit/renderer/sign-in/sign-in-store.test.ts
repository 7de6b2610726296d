import { describe, expect, it } from 'vitest'
import { createSignInStore, type SignInStore } from '../../../../src/renderer/sign-in/sign-in-store.ts'
import type { DescribedFailure } from '../../../../src/shared/errors/failure.ts'
import { scriptedCaller } from '../scripted-caller.ts'

function sampleStore(tag: DescribedFailure['tag']): { store: SignInStore; toasts: string[] } {
  const toasts: string[] = []
  const failureIn = (): DescribedFailure => ({ tag, message: 'It failed.', next: 'Try again.' })
  const store = createSignInStore({
    caller: { ...scriptedCaller({}), failureIn },
    accounts: () => [],
    toast: ({ text }) => void toasts.push(text),
  })
  return { store, toasts }
}

describe('the sign-in form', () => {
  it.each([
    ['sign-in-refused', 'password'],
    ['bad-usage', 'baseUrl'],
    ['service-unreachable', 'signIn'],
  ] as const)('sends the keyboard after %s to %s, and keeps what was typed', async (tag, focusTarget) => {
    const { store } = sampleStore(tag)
    store.actions.change({ baseUrl: 'https://exchange.example', username: 'ops', password: 'secret' })
    await store.actions.submit()
    expect(store.getState()).toMatchObject({ focusTarget, username: 'ops', isBusy: false })
  })

  it('says nothing about a sign-in that the user cancelled', async () => {
    const { store } = sampleStore('interrupted')
    await store.actions.submit()
    expect(store.getState().failure).toBeNull()
  })

  it('shows the failure of a switch in passing, because the desk stays open', async () => {
    const { store, toasts } = sampleStore('service-unreachable')
    await store.actions.switchTo('ops at exchange')
    expect(toasts).toEqual(['It failed. Try again.'])
    expect(store.getState().failure).toBeNull()
  })
})
