import { Inbox } from 'lucide-react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { call, failureIn } from './desk.ts'
import { DownloadsScreen } from './downloads/DownloadsScreen.tsx'
import { Frame } from './frame/Frame.tsx'
import { SearchScreen } from './search/SearchScreen.tsx'
import { SettingsScreen } from './settings/SettingsScreen.tsx'
import { dismissNotice, type Session } from './state/desk-store.ts'
import { goTo, placeStore } from './state/place-store.ts'
import { useDesk } from './state/use-desk.ts'
import { Banner } from './ui/Banner.tsx'
import { Button } from './ui/Button.tsx'
import { EmptyState } from './ui/EmptyState.tsx'
import type { MenuEntry } from './ui/Menu.tsx'
import { showToast } from './ui/toast-queue.ts'
import { WorklistScreen } from './worklist/WorklistScreen.tsx'
import styles from './DeskScreen.module.css'

/** The desk of who is signed in. Places that were left stay as they are. */
export function DeskScreen({ session }: { readonly session: Session }): ReactNode {
  const place = useStore(placeStore, (state) => state.place)
  const running = useDesk(({ jobs }) => jobs.filter(({ state }) => state === 'running' || state === 'waiting').length)
  const onStarted = (): void => goTo('downloads')
  return (
    <Frame
      place={place}
      onGo={goTo}
      counts={{ downloads: running }}
      environment={session.environment}
      accountName={session.profile ?? new URL(session.baseUrl).host}
      userName={session.username}
      accountEntries={useAccountEntries(session)}
    >
      <Notices />
      {place === 'inbox' && <NoFeedYet />}
      {place === 'search' && <SearchScreen onStarted={onStarted} />}
      {place === 'worklist' && <WorklistScreen onStarted={onStarted} />}
      {place === 'downloads' && <DownloadsScreen />}
      {place === 'settings' && <SettingsScreen onAddProfile={() => void signOut(session, false)} />}
    </Frame>
  )
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

function NoFeedYet(): ReactNode {
  return (
    <EmptyState icon={Inbox} title="Nothing tells this desk of changes yet">
      <p>
        This version finds changes when you search. Status messages from your company’s queue come with a later one.
      </p>
    </EmptyState>
  )
}

function useAccountEntries(session: Session): MenuEntry[] {
  const accounts = useDesk((desk) => desk.accounts)
  const others = accounts.filter(({ profile }) => profile !== session.profile)
  const entries: MenuEntry[] = others.map(({ profile }) => ({
    id: profile,
    title: `Switch to ${profile}`,
    run: () => void attempt(call('accounts.useProfile', { profile })),
  }))
  return [
    ...entries,
    ...(entries.length > 0 ? (['separator'] as const) : []),
    { id: 'sign-out', title: 'Sign out', run: () => void signOut(session, false) },
    ...(session.profile === null
      ? []
      : [
          {
            id: 'forget',
            title: 'Sign out and remove from this computer',
            run: () => void signOut(session, true),
          },
        ]),
  ]
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
