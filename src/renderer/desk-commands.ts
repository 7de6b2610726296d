import { useStore } from 'zustand'
import { call } from './client/desk-client.ts'
import { useDesk } from './client/desk-store.ts'
import { goTo } from './client/place-store.ts'
import { askForProxy } from './client/proxy-store.ts'
import { type OfferInGroup, useCommandsIn } from './commands/use-commands.ts'
import { changeAppearance, COLOURS, DENSITIES } from './settings/appearance.ts'
import { runFeedCommand } from './feed/change-feed.ts'
import { openRule } from './settings/feed/rules/rules-store.ts'
import { openSchedule, pauseSchedule, runSchedule, type Schedule, schedulesStore } from './client/schedules-store.ts'
import { SECTIONS } from './settings/section/sections.ts'
import { showTexts } from './search/texts/texts-store.ts'
import { goToSection } from './client/go-to-section.ts'
import { testCurrentConnection } from './settings/section/test-current.ts'
import { displayName } from './ui/base/words.ts'
import { checkForUpdates, downloadUpdate, installUpdate } from './updates/updates-actions.ts'
import { worklistStore } from './worklist/store/worklist-store.ts'

/** What the palette can do from every place, whichever screen is shown. */
export function useDeskCommands(): void {
  useFeedCommands()
  useConnectionCommands()
  useCommandsIn('Settings', SECTION_COMMANDS)
  useCommandsIn('Search', [TEXTS_COMMAND])
  useScheduleCommands()
  useWorklistCommands()
  useCommandsIn('Settings', APPEARANCE_COMMANDS)
  useUpdateCommands()
}

const TEXTS_COMMAND: OfferInGroup = {
  id: 'search.inDocuments',
  title: 'Find words in saved documents',
  run: () => {
    goTo('search')
    showTexts()
  },
}

function useFeedCommands(): void {
  const view = useDesk(({ feed }) => feed?.view)
  const isPaused = (view?.pausedUntil ?? null) !== null
  const offer = (id: string, title: string, rest: Pick<OfferInGroup, 'isEnabled' | 'run'>): OfferInGroup => ({
    id: `feed.${id}`,
    title,
    ...rest,
  })
  useCommandsIn('Notifications', [
    offer('settings', 'Set up notifications', { run: () => goToSection('followed') }),
    offer('follow', 'Choose customers to follow', { run: () => goToSection('followed', 'field') }),
    offer('check', 'Check for changes now', {
      isEnabled: (view?.followed.length ?? 0) > 0,
      run: () => void runFeedCommand((sessionId) => call('feeds.checkNow', { sessionId })),
    }),
    offer('tryNow', 'Connect to the queues now', {
      isEnabled: view?.isOn === true || view?.mode === 'streams',
      run: () => void runFeedCommand((sessionId) => call('feeds.tryNow', { sessionId })),
    }),
    offer('pause', isPaused ? 'Show desktop notifications again' : 'Pause desktop notifications for an hour', {
      isEnabled: view?.alerts.isOn === true,
      run: () =>
        void runFeedCommand((sessionId) => call('feeds.pauseAlerts', { sessionId, minutes: isPaused ? 0 : 60 })),
    }),
  ])
}

/** The way back to the question that was put off, and the test of the connection that the desk works with. */
function useConnectionCommands(): void {
  const isWanted = useDesk((desk) => desk.proxies.length > 0)
  useCommandsIn('Account', [
    { id: 'proxy.signIn', title: 'Sign in at the proxy', isEnabled: isWanted, run: askForProxy },
    { id: 'account.test', title: 'Test the connection to the service', run: testCurrentConnection },
  ])
}

const SECTION_COMMANDS: readonly OfferInGroup[] = SECTIONS.map(({ section, title }) => ({
  id: `settings.go.${section}`,
  title: `Settings: ${title}`,
  run: () => goToSection(section),
}))

function useScheduleCommands(): void {
  const schedules = useStore(schedulesStore, (state) => state.schedules)
  useCommandsIn('Automatic saving', [
    { id: 'rule.add', title: 'Save when a set reaches a state…', run: () => openRule() },
    { id: 'schedule.add', title: 'Save at set times…', run: () => openSchedule() },
    ...schedules.filter(({ isReadable }) => isReadable).flatMap(commandsOfSchedule),
  ])
}

function commandsOfSchedule(schedule: Schedule): readonly OfferInGroup[] {
  const { scheduleId, isPaused } = schedule
  const name = displayName(schedule.name)
  const offer = (verb: string, title: string, run: () => void): OfferInGroup => ({
    id: `schedule.${verb} ${scheduleId}`,
    title,
    run,
  })
  const pause = isPaused ? `Let the schedule “${name}” go on` : `Pause the schedule “${name}”`
  return [
    offer('run', `Run the schedule “${name}” now`, () => void runSchedule(schedule)),
    offer('pause', pause, () => void pauseSchedule(schedule, !isPaused)),
    offer('change', `Change the schedule “${name}”…`, () => openSchedule({ schedule })),
  ]
}

/** Opens a kept worklist: one command for each. */
function useWorklistCommands(): void {
  const lists = useStore(worklistStore, (state) => state.lists)
  useCommandsIn(
    'Worklist',
    lists
      .filter(({ isReadable }) => isReadable)
      .map(({ worklistId, name }) => ({
        id: `worklist.open ${worklistId}`,
        title: `Open worklist “${displayName(name)}”`,
        run: () => {
          goTo('worklist')
          void worklistStore.actions.open(worklistId)
        },
      })),
  )
}

/** Colours and the height of rows. */
const APPEARANCE_COMMANDS: readonly OfferInGroup[] = [
  ...COLOURS.map(({ id, title }) => ({
    id: `settings.colours.${id}`,
    title: `Colours: ${title.toLowerCase()}`,
    run: () => changeAppearance({ appearance: id }),
  })),
  ...DENSITIES.map(({ id, title }) => ({
    id: `settings.density.${id}`,
    title: `Height of rows: ${title.toLowerCase()}`,
    run: () => changeAppearance({ density: id }),
  })),
]

function useUpdateCommands(): void {
  const { state } = useDesk((desk) => desk.updates)
  const isHidden = state === 'unavailable'
  useCommandsIn('Application', [
    { id: 'updates.check', title: 'Check for updates', isHidden, run: () => void checkForUpdates() },
    {
      id: 'updates.download',
      title: 'Download the update',
      isHidden: state !== 'available',
      run: () => void downloadUpdate(),
    },
    {
      id: 'updates.install',
      title: 'Install update and restart',
      isHidden: state !== 'ready',
      run: () => void installUpdate(),
    },
  ])
}
