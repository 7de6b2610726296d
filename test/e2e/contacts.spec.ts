import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { chromium, type Page } from 'playwright/test'
import { startShellProcess } from '../browser-shell/shell-process.ts'
import { changeState } from '../exchange-service/change-state.ts'
import { demoUser, type ExchangeService, startExchangeService } from '../exchange-service/start-exchange-service.ts'
import { COMMAND_LINE } from '../support/command-line.ts'
import { type ConnectProxy, openConnectProxy } from '../support/connect-proxy.ts'
import { headlessProgram, QUIET_BROWSER } from '../support/find-browser.ts'
import { leaveFirstField } from '../support/leave-first-field.ts'
import { signInByForm } from '../support/sign-in-form.ts'
import { netLogContacts } from '../support/net-log-contacts.ts'
import type { BorrowedBroker } from '../support/borrow-broker.ts'
import { privateCa } from '../support/private-ca.ts'
import { openTlsFront } from '../support/tls-front.ts'
import { expect } from './desk-test.ts'
import { feedTest } from './feed-desk.ts'
import { CUSTOMER, entries, follow, goToInbox, openSection, switchOn } from './feed-steps.ts'
import { findShipments, openSave, reaches } from './save-journey.ts'

const HOSTS = { service: 'exchange.firm.test', broker: 'mq.firm.test', proxy: 'proxy.firm.test' } as const
const RECORDER = pathToFileURL(join(import.meta.dirname, '../support/record-contacts.ts')).href

interface Firm {
  folder: string
  service: ExchangeService
  /** `host:port`, as the programs are told. */
  places: Record<keyof typeof HOSTS, string>
  proxy: ConnectProxy
  queue: string
  /** With which a program starts, and where it is recorded. */
  recorded(name: string): { env: Record<string, string>; contacts(): Promise<string[]> }
}

const test = feedTest.extend<{ firm: Firm }>({
  firm: async ({ broker }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'parcel-desk-contacts-'))
    const tls = await privateCa(folder, { names: `DNS:${HOSTS.service}, DNS:${HOSTS.broker}` })
    const service = await startExchangeService({ tls })
    const front = await openTlsFront(tls, broker.port)
    const ports = { service: Number(new URL(service.url).port), broker: front.port }
    const proxy = await openConnectProxy({
      targetPort: (asked) => (asked.startsWith(HOSTS.broker) ? ports.broker : ports.service),
    })
    const customer = service.data.counterparties.find(({ customerName }) => customerName === CUSTOMER)
    const queue = `contacts ${customer?.customerId ?? ''}`
    await broker.declareQueue(queue)
    await use({
      folder,
      service,
      proxy,
      queue,
      places: {
        service: `${HOSTS.service}:${ports.service}`,
        broker: `${HOSTS.broker}:${ports.broker}`,
        proxy: proxy.place.replace('127.0.0.1', HOSTS.proxy),
      },
      recorded: (name) => {
        const file = join(folder, `${name}.txt`)
        return {
          env: {
            NODE_OPTIONS: `--import ${RECORDER}`,
            NODE_EXTRA_CA_CERTS: tls.caFile,
            CONTACTS_FILE: file,
            CONTACTS_HERE: Object.values(HOSTS).join(','),
          },
          contacts: async () => [...new Set((await readFile(file, 'utf8')).trim().split('\n'))].toSorted(),
        }
      },
    })
    await proxy.close()
    front.close()
    await service.close()
    await rm(folder, { recursive: true, force: true })
  },
})

test.describe('an ordinary day behind a recording resolver', () => {
  test('at the desk contacts service and broker and nothing else @soak', async ({ host, firm, broker }) => {
    test.skip(host !== 'shell', 'it records the processes of the shell and its browser')
    const { env, contacts } = firm.recorded('desk')
    const shell = await startShellProcess({ root: join(firm.folder, 'desk'), env })
    const netLog = join(firm.folder, 'net-log.json')
    const rules = '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1'
    const browser = await chromium.launch({
      executablePath: headlessProgram(),
      args: [...QUIET_BROWSER, `--log-net-log=${netLog}`, rules],
    })
    try {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
      await page.goto(shell.url)
      await workForADay(page, firm, broker)
    } finally {
      await browser.close()
      await shell.kill()
    }

    const [ofDesk, ofPage] = [await contacts(), await netLogContacts(netLog)]
    say('The desk', ofDesk)
    say('Its page', ofPage)
    expect(ofDesk).toEqual(contactsOf(HOSTS.service, firm.places.service, HOSTS.broker, firm.places.broker))
    expect(ofPage).toEqual([`connects to ${new URL(shell.url).host}`])
  })

  test('on the command line, behind a proxy, contacts the proxy and nothing else @soak', async ({
    host,
    firm,
    broker,
  }) => {
    test.skip(host !== 'shell', 'it is the same command line')
    const { env, contacts } = firm.recorded('command-line')
    const settings = {
      PATH: process.env['PATH'] ?? '',
      HOME: firm.folder,
      PARCEL_DESK_DATA_DIR: join(firm.folder, 'data'),
      PARCEL_DESK_BASE_URL: `https://${firm.places.service}`,
      PARCEL_DESK_USERNAME: demoUser.username,
      PARCEL_DESK_PASSWORD: demoUser.password,
      PARCEL_DESK_AMQP_PASSWORD: 'guest',
      PARCEL_DESK_PROXY: `http://${firm.places.proxy}`,
    }
    const run = async (...words: string[]): Promise<string> => {
      const ran = await promisify(execFile)(process.execPath, [COMMAND_LINE, ...words], {
        env: { ...settings, ...env },
      })
      return ran.stdout
    }
    const saved = join(firm.folder, 'saved')
    await run('search', '--shipment-ref', 'SHP-0001', '--json')
    expect(JSON.parse(await run('save', '--shipment-ref', 'SHP-0001', '--to', saved, '--json'))).toMatchObject({
      complete: true,
    })
    await run('verify', saved)
    await broker.publish(firm.queue, ['{}'])
    await run('watch', '--amqp-url', `amqps://guest@${firm.places.broker}`, '--queue', firm.queue, '--count', '1')

    const found = await contacts()
    say('The command line', found)
    expect(found).toEqual(contactsOf(HOSTS.proxy, firm.places.proxy))
    expect(new Set(firm.proxy.asked)).toEqual(new Set([firm.places.service, firm.places.broker]))
  })
})

/** Signs in, finds, reads, saves, and is told of a change. */
async function workForADay(page: Page, firm: Firm, broker: BorrowedBroker): Promise<void> {
  await signInByForm(page, { address: `https://${firm.places.service}`, ...demoUser, name: null, environment: 'Test' })
  await leaveFirstField(page)
  await findShipments(page, 'SHP-0001')
  await page.getByRole('grid', { name: 'Parcel sets' }).getByRole('row').nth(1).getByRole('rowheader').first().click()
  await expect(page.locator('canvas').first()).toBeVisible()
  const dialog = await openSave(page)
  await dialog.getByRole('button', { name: /^Save \S+ documents?/ }).click()
  await reaches(page, 'Done')
  await readFeed(page, firm)
  const customerIds = [firm.queue.split(' ').at(-1) ?? '']
  const [set] = firm.service.data.search({ customerIds, status: 'ACTIVE' }).slice(0, 1)
  if (set === undefined) throw new Error('the customer has no set')
  const acting = { actor: 'Ingrid Solheim', company: 'North Sea Bulk AS' }
  await broker.publish(firm.queue, [changeState(set, { kind: 'signed', ...acting, at: new Date() })])
  await goToInbox(page)
  await expect(entries(page)).toHaveCount(1)
}

/** The customer’s queue, encrypted, as it is entered by default. */
async function readFeed(page: Page, { places, queue }: Firm): Promise<void> {
  await follow(page)
  await openSection(page, 'Queues')
  await page.getByRole('button', { name: 'Add a connection…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a queue connection' })
  await dialog.getByRole('textbox', { name: 'Hosts' }).fill(places.broker)
  await dialog.getByRole('textbox', { name: 'Queue' }).fill(queue)
  await dialog.getByRole('textbox', { name: 'User name' }).fill('guest')
  await dialog.getByLabel('Password', { exact: true }).fill('guest')
  await dialog.getByRole('button', { name: 'Save the connection' }).click()
  await expect(dialog).toBeHidden()
  await switchOn(page)
  await expect(page.getByRole('button', { name: 'Feed live' })).toBeVisible()
}

/** What is recorded for names and places that lead somewhere. */
function contactsOf(...known: string[]): string[] {
  return known.map((one) => (one.includes(':') ? `connects to ${one}` : `looks up ${one}`)).toSorted()
}

function say(who: string, contacts: readonly string[]): void {
  process.stdout.write(`\n${who} ${contacts.join('; ')}.\n`)
}
