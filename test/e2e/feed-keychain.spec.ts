import { mergeTests } from 'playwright/test'
import { startKeychainSession } from '../support/keychain-session.ts'
import { missingPackages } from '../support/system-packages.ts'
import { expect } from './desk-test.ts'
import { leaveFirstField } from '../support/leave-first-field.ts'
import { demoUser } from '../exchange-service/start-exchange-service.ts'
import { signInByForm } from '../support/sign-in-form.ts'
import { feedTest } from './feed-desk.ts'
import { entries, goToInbox, openSection, startFeed } from './feed-steps.ts'
import { processTest } from './shell-process.ts'
import { typedCommand } from './typed-command.ts'

const test = mergeTests(feedTest, processTest)

test.skip(({ host }) => host !== 'shell', 'a keychain of the test is the shell’s alone')
test.skip(process.platform !== 'linux' || missingPackages().length > 0, 'it needs a session of its own')

test('the keychain keeps a broker’s password for the next start and the command line, and the desk works without it @soak', async ({
  shells,
  root,
  service,
  feed,
}) => {
  const keychain = await startKeychainSession(root)
  try {
    const options = { args: ['--keychain'], env: keychain.env }
    const [set, another] = feed.sets
    if (set === undefined || another === undefined) throw new Error('the customer has no two sets')
    const first = await shells.start(options)
    await signInByForm(first.page, { address: service.url, ...demoUser, name: 'Aurora' })
    await leaveFirstField(first.page)
    await startFeed(first.page, feed)
    await first.kill()

    // Comes while no desk runs, and is taken before anybody signs in: the queue needs its own password alone.
    await feed.change(set, 'signed')
    const second = await shells.start(options)
    await second.page.getByRole('button', { name: 'Sign in as Aurora' }).click()
    await leaveFirstField(second.page)
    await goToInbox(second.page)
    await expect(entries(second.page)).toHaveCount(1)
    await expect(second.page.getByRole('button', { name: 'Feed live' })).toBeVisible()
    await expect(await openSection(second.page, 'Queues')).toContainText('guest')
    await second.kill()

    await feed.change(another, 'signed')
    const reach = Object.entries(keychain.env).map(([name, value]) => `${name}='${value}'`)
    const queue = feed.queue.replace('{customerId}', set.customerId)
    const words = `watch --amqp-url amqp://guest@${feed.broker.host}:${feed.broker.port} --queue '${queue}' --environment test`
    const line = await typedCommand(root, `${reach.join(' ')} parcel-desk ${words} --count 1 --json`)
    expect(JSON.parse(line)).toMatchObject({ setId: another.row.setId, source: 'queue' })
  } finally {
    await keychain.end()
  }
})
