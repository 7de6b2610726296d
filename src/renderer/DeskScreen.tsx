import { lazy, memo, type ReactNode, Suspense, useEffect } from 'react'
import { useStore } from 'zustand'
import { type DeskState, dismissNotice, type Session, useDesk } from './client/desk-store.ts'
import { toastIfFailed } from './client/notify.ts'
import { goTo, type Place, placeStore } from './client/place-store.ts'
import { useCommandsIn, useFinders } from './commands/use-commands.ts'
import styles from './DeskScreen.module.css'
import { useDeskCommands } from './desk-commands.ts'
import { DESK_FINDERS } from './desk-finders.ts'
import { DownloadsScreen } from './downloads/DownloadsScreen.tsx'
import { JobHealth, useJobTrouble } from './downloads/JobHealth.tsx'
import { SavingStrip } from './downloads/SavingStrip.tsx'
import { FeedHealth } from './feed/FeedHealth.tsx'
import { Frame } from './frame/Frame.tsx'
import { MAX_COUNT } from './frame/Rail.tsx'
import { Palette } from './palette/Palette.tsx'
import { InboxScreen } from './inbox/InboxScreen.tsx'
import { useInitialFocus } from './initial-focus.ts'
import { saveRequest } from './saving/save-request.ts'
import { SearchScreen } from './search/SearchScreen.tsx'
import { wholeWindow } from './set/whole-window.ts'
import { signOut } from './sign-in/end-session.ts'
import { signInStore } from './sign-in/sign-in-store.ts'
import { CertificatesBanner } from './frame/CertificatesBanner.tsx'
import { CrashBanner } from './frame/CrashBanner.tsx'
import { Button } from './ui/actions/Button.tsx'
import type { MenuAction, MenuEntry } from './ui/actions/Menu.tsx'
import { useRegion } from './ui/base/use-region.ts'
import { Banner } from './ui/feedback/Banner.tsx'
import { GuardedPart } from './ui/feedback/Boundary.tsx'
import { UpdateBanner } from './updates/UpdateBanner.tsx'
import { worklistStore } from './worklist/store/worklist-store.ts'

const WorklistScreen = lazy(async () => ({ default: (await import('./worklist/WorklistScreen.tsx')).WorklistScreen }))
// Its code comes with the first save.
const SaveDialog = lazy(async () => ({ default: (await import('./saving/SaveDialog.tsx')).SaveDialog }))
const SettingsScreen = lazy(async () => ({ default: (await import('./settings/SettingsScreen.tsx')).SettingsScreen }))

/** The place that is open. What changes around it, such as a count, does not draw it again. */
const OpenPlace = memo(function OpenPlace({ place, sessionId }: { readonly place: Place; readonly sessionId: string }) {
  useRegion()
  if (place === 'inbox') return <InboxScreen key={sessionId} />
  if (place === 'search') return <SearchScreen onOpenAsWorklist={openAsWorklist} />
  if (place === 'downloads') return <DownloadsScreen />
  return <Suspense>{place === 'worklist' ? <WorklistScreen /> : <SettingsScreen />}</Suspense>
})

function openAsWorklist(references: readonly string[], customers: readonly string[]): void {
  goTo('worklist')
  void worklistStore.actions.checkReferences(references, customers)
}

const PRODUCT = 'Parcel Desk'

/** The desk of the signed-in user. Every place is found again as it was left. */
export function DeskScreen({ session }: { readonly session: Session }): ReactNode {
  const place = useStore(placeStore, (state) => state.place)
  const running = useDesk(({ jobs }) => jobs.filter(({ state }) => state === 'running' || state === 'waiting').length)
  const trouble = useJobTrouble()
  // Capped at what the rail shows, or every message of a long backlog would redraw the whole desk.
  const unread = useDesk(({ feed }) => Math.min(feed?.counts.unread ?? 0, MAX_COUNT + 1))
  useRegion()
  useDeskCommands()
  useInitialFocus()
  const accountName = useAccountName(session)
  useWindowTitle(session, accountName)
  useFinders(DESK_FINDERS)
  return (
    <Frame
      isBare={useStore(wholeWindow, (state) => state.isWhole)}
      place={place}
      onGo={goTo}
      counts={{ inbox: unread, downloads: running }}
      troubles={trouble === undefined ? {} : { downloads: trouble }}
      environment={session.environment}
      accountName={accountName}
      userName={session.username}
      accountEntries={useAccountEntries(session)}
      status={
        <>
          <JobHealth />
          <FeedHealth />
        </>
      }
    >
      <Notices />
      <CertificatesBanner />
      <CrashBanner />
      <UpdateBanner />
      <GuardedPart key={place} name="This screen" watched={session} elsewhere="The other places are at the left.">
        <OpenPlace place={place} sessionId={session.sessionId} />
      </GuardedPart>
      <SavingStrip />
      <Saving />
      <Palette />
    </Frame>
  )
}

/** The save dialog, whatever place asked for it. */
function Saving(): ReactNode {
  const isAsked = useStore(saveRequest, ({ selection }) => selection !== undefined)
  return (
    isAsked && (
      <Suspense>
        <SaveDialog />
      </Suspense>
    )
  )
}

/** In the task bar two windows are told apart by their titles: the environment first, where the end is cut off. */
function useWindowTitle({ environment }: Session, accountName: string): void {
  useEffect(() => {
    document.title = `${environment === 'test' ? 'TEST · ' : ''}${accountName} – ${PRODUCT}`
    return () => {
      document.title = PRODUCT
    }
  }, [environment, accountName])
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

function isOfDemo({ baseUrl, username, environment }: Session, demo: DeskState['demo']): boolean {
  return environment === 'test' && baseUrl === demo?.baseUrl && username === demo.username
}

/** For the account menu and, in the same words, for the palette. */
function useAccountEntries(session: Session): MenuEntry[] {
  const accounts = useDesk((desk) => desk.accounts)
  const others: MenuAction[] = accounts
    .filter(({ profile }) => profile !== session.profile)
    .map(({ profile }) => ({
      id: `account.switch ${profile}`,
      title: `Switch to ${profile}`,
      run: () => void signInStore.actions.signInAs(profile),
    }))
  const toDemo = useDemoSwitch(session)
  const add: MenuAction = {
    id: 'account.add',
    title: 'Sign in with another account…',
    run: signInStore.actions.openForm,
  }
  const leave: MenuAction[] = [
    { id: 'account.sign-out', title: 'Sign out', run: () => void toastIfFailed(signOut(session, false)) },
    ...(session.profile === null ? [] : [forgetAction(session)]),
  ]
  useCommandsIn(
    'Account',
    [...others, ...toDemo, add, ...leave].map(({ id, title, run }) => ({ id, title, run })),
  )
  return [...others, ...toDemo, add, 'separator', ...leave]
}

/** The way back to the demo, which is not a profile and would otherwise only be found on the sign-in form. */
function useDemoSwitch(session: Session): MenuAction[] {
  const demo = useDesk((desk) => desk.demo)
  if (demo === null || isOfDemo(session, demo)) return []
  const run = (): void => void signInStore.actions.signInToDemo(demo)
  return [{ id: 'account.demo', title: 'Switch to the demo service', run }]
}

function forgetAction(session: Session): MenuAction {
  const title = 'Sign out and remove from this computer'
  return { id: 'account.forget', title, isDanger: true, run: () => void toastIfFailed(signOut(session, true)) }
}
