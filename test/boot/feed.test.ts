import { describe, expect, it, onTestFinished } from 'vitest'
import { changeState } from '../exchange-service/change-state.ts'
import { demoData } from '../exchange-service/demo-data.ts'
import { startExchangeService } from '../exchange-service/start-exchange-service.ts'
import { bootPage } from './boot-desk.ts'
import { signIn } from './boot-saving.ts'

const act = { actor: 'p.okafor', company: 'Harbour Line Agencies', at: new Date('2026-11-20T10:11:12Z') }

async function bootFollowing(env: Record<string, string> = {}) {
  const data = demoData({ setsPerCustomer: 2 })
  const customerId = data.counterparties[0]?.customerId ?? ''
  const service = await startExchangeService({ data })
  onTestFinished(service.close)
  const desk = await bootPage({ env })
  const sessionId = await signIn(desk, service)
  await desk.ask('listen')
  const heard = async (text: string): Promise<void> => {
    await expect.poll(async () => JSON.stringify(await desk.ask('heard'))).toContain(text)
  }
  await desk.call('feeds.follow', { sessionId, customers: [{ customerId, brokerId: null }] })
  await heard('"state":"done"')
  return { desk, sessionId, heard, sets: data.sets }
}

describe('a change found by the built desktop', () => {
  it('raises a system notification, and a click on it opens the window at the set', async () => {
    const { desk, sessionId, heard, sets } = await bootFollowing()
    const [set] = sets
    if (set !== undefined) changeState(set, { kind: 'issued', ...act })
    await desk.call('feeds.checkNow', { sessionId })
    await expect.poll(() => desk.given('notification')).toHaveLength(1)
    expect(JSON.stringify(await desk.given('notification'))).toContain(set?.row.parcelRef)
    await expect.poll(() => desk.given('setBadgeCount')).toContainEqual([1])
    await expect.poll(() => desk.ask('trayLabels')).toContain('Inbox (1 unread)')

    const before = (await desk.given('focus')).length
    await desk.ask('clickNotice', 0)
    await heard('"name":"alerts.opened"')
    expect(await desk.given('focus')).toHaveLength(before + 1)
  })

  it('raises none while the tray pauses notifications, but is counted', async () => {
    const { desk, sessionId, heard, sets } = await bootFollowing()
    await desk.ask('pressTray', 'Pause notifications for an hour')
    await expect.poll(() => desk.ask('trayLabels')).toContain('Show notifications again')
    const [, set] = sets
    if (set !== undefined) changeState(set, { kind: 'titleHeld', ...act })
    await desk.call('feeds.checkNow', { sessionId })
    await heard('"unread":1')
    expect(await desk.given('notification')).toEqual([])
  })
})

describe.each([
  ['unsupported', 'shows no notifications of programs'],
  ['failing', 'did not show a notification: not allowed by the user.'],
])('a system whose notifications are %s', (notifications, what) => {
  it('is told on the page once, with where to look instead', async () => {
    const { desk, sessionId, heard, sets } = await bootFollowing({ STAND_IN_NOTIFICATIONS: notifications })
    for (const [at, set] of sets.slice(0, 2).entries()) {
      changeState(set, { kind: 'issued', ...act })
      await desk.call('feeds.checkNow', { sessionId })
      await heard(`"unread":${at + 1}`)
      await heard('"name":"notices.raised"')
    }
    const { notices } = await desk.call('desk.snapshot', {})
    expect(notices).toEqual([{ where: 'Notifications', message: expect.stringContaining(what) }])
  })
})

describe('the window of the built desktop', () => {
  it('hides in the tray without a question if the user wants it to', async () => {
    const desk = await bootPage()
    const { closesToTray } = await desk.call('settings.change', { closesToTray: true })
    expect(closesToTray).toBe(true)
    await desk.ask('closeWindow')
    expect(await desk.given('hide')).toHaveLength(1)
    expect(await desk.given('quit')).toEqual([])
  })

  it('stays hidden when the system starts the desk at login', async () => {
    const desk = await bootPage({ words: ['--hidden'] })
    expect(await desk.given('show')).toEqual([])
  })
})
