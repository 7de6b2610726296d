import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { useStore } from 'zustand'
import { beginning, beginWork } from './initial-focus.ts'
import { call, failureIn } from './client/desk-client.ts'
import { DownloadsScreen } from './downloads/DownloadsScreen.tsx'
import { troubleIn } from './downloads/job-words.ts'
import { FeedHealth } from './feed/FeedHealth.tsx'
import { useFeedCommands } from './feed/use-feed-commands.ts'
import { Frame } from './frame/Frame.tsx'
import { MOST_COUNTED } from './frame/Rail.tsx'
import { useCommands, useTextCommand } from './commands/use-commands.ts'
import { InboxScreen } from './inbox/InboxScreen.tsx'
import { searchForShipments } from './search/search-store.ts'
import { SearchScreen } from './search/SearchScreen.tsx'
import { addAccount, switchTo } from './sign-in/sign-in-form.ts'
import { type DeskState, dismissNotice, type Session, useDesk } from './client/desk-store.ts'
import { goTo, placeStore } from './client/place-store.ts'
import { Banner } from './ui/feedback/Banner.tsx'
import { Button } from './ui/actions/Button.tsx'
import { GuardedPart } from './ui/feedback/GuardedPart.tsx'
import type { MenuAction, MenuEntry } from './ui/actions/Menu.tsx'
import { showToast } from './ui/feedback/toast-queue.ts'
import { WorklistScreen } from './worklist/WorklistScreen.tsx'
import styles from './DeskScreen.module.css'

const SettingsScreen = lazy(async () => ({ default: (await import('./settings/SettingsScreen.tsx')).SettingsScreen }))

/** By the shipment reference, which is what the service itself can search for. */
const FIND_SHIPMENT = {
  title: (text: string): string => `Search for shipment “${text}”`,
  run: (text: string): void => {
    goTo('search')
    searchForShipments(text)
  },
}

/** The desk of who is signed in. Places that were left stay as they are. */
export function DeskScreen({ session }: { readonly session: Session }): ReactNode {
  const place = useStore(placeStore, (state) => state.place)
  const running = useDesk(({ jobs }) => jobs.filter(({ state }) => state === 'running' || state === 'waiting').length)
  const trouble = useDesk(({ jobs }) => troubleIn(jobs))
  // Beyond what the rail shows every message of a long backlog would draw the whole desk anew.
  const unread = useDesk(({ feed }) => Math.min(feed?.counts.unread ?? 0, MOST_COUNTED + 1))
  const onStarted = (): void => goTo('downloads')
  useFeedCommands()
  useBeginning()
  useTextCommand(FIND_SHIPMENT)
  return (
    <Frame
      place={place}
      onGo={goTo}
      counts={{ inbox: unread, downloads: running }}
      troubles={{ downloads: trouble }}
      environment={session.environment}
      accountName={useAccountName(session)}
      userName={session.username}
      accountEntries={useAccountEntries(session)}
      status={<FeedHealth />}
    >
      <Notices />
      <GuardedPart key={place} name="This screen" watched={session} elsewhere="The other places are at the left.">
        {place === 'inbox' && <InboxScreen key={session.sessionId} />}
        {place === 'search' && <SearchScreen onStarted={onStarted} />}
        {place === 'worklist' && <WorklistScreen onStarted={onStarted} />}
        {place === 'downloads' && <DownloadsScreen />}
        {place === 'settings' && (
          <Suspense>
            <SettingsScreen onAddProfile={addAccount} />
          </Suspense>
        )}
      </GuardedPart>
    </Frame>
  )
}

/** Here, for only now is there something on the screen that the keyboard can be put on. */
function useBeginning(): void {
  const isDue = useStore(beginning, (state) => state.isDue)
  useEffect(() => {
    if (isDue) beginWork()
  }, [isDue])
}

function Notices(): ReactNode {
  const notices = useDesk((desk) => desk.notices)
  return notices.map((notice) => (
    <div key={`${notice.where} ${notice.message}`} className={styles.notice}>
      <Banner
        tone="warning"
        title={notice.where}
        action={
          <Button variant="quiet" onPress={() => dismissNotice(notice)}>
            Dismiss
          </Button>
        }
      >
        {notice.message}
      </Banner>
    </div>
  ))
}

function useAccountName(session: Session): string {
  const demo = useDesk((desk) => desk.demo)
  return session.profile ?? (isOfDemo(session, demo) ? 'Demo service' : new URL(session.baseUrl).host)
}

function isOfDemo({ baseUrl, username }: Session, demo: DeskState['demo']): boolean {
  return baseUrl === demo?.baseUrl && username === demo.username
}

/** For the menu of the account and, by the same words, for the palette. */
function useAccountEntries(session: Session): MenuEntry[] {
  const accounts = useDesk((desk) => desk.accounts)
  const others: MenuAction[] = accounts
    .filter(({ profile }) => profile !== session.profile)
    .map(({ profile }) => ({
      id: `account.switch ${profile}`,
      title: `Switch to ${profile}`,
      run: () => void switchTo(profile),
    }))
  const toDemo = useDemoSwitch(session)
  const add: MenuAction = { id: 'account.add', title: 'Sign in with another account…', run: addAccount }
  const leave: MenuAction[] = [
    { id: 'account.sign-out', title: 'Sign out', run: () => void signOut(session, false) },
    ...(session.profile === null ? [] : [forget(session)]),
  ]
  useCommands([...others, ...toDemo, add, ...leave].map(({ id, title, run }) => ({ id, title, group: 'Account', run })))
  return [...others, ...toDemo, add, 'separator', ...leave]
}

/** The way back to the demo, which is no profile and so would be found on the sign-in form alone. */
function useDemoSwitch(session: Session): MenuAction[] {
  const demo = useDesk((desk) => desk.demo)
  if (demo === null || isOfDemo(session, demo)) return []
  const connection = { ...demo, environment: 'test', credentialForm: 'basic', caFileId: null, profile: null } as const
  const run = (): void => void attempt(call('accounts.signIn', connection))
  return [{ id: 'account.demo', title: 'Switch to the demo service', run }]
}

function forget(session: Session): MenuAction {
  const title = 'Sign out and remove from this computer'
  return { id: 'account.forget', title, isDanger: true, run: () => void signOut(session, true) }
}

async function signOut({ sessionId }: Session, forgets: boolean): Promise<void> {
  await attempt(call('accounts.signOut', { sessionId, forgets }))
}

async function attempt(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (thrown) {
    const { message, next } = failureIn(thrown)
    showToast({ text: `${message} ${next}` })
  }
}
