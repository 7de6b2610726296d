import { app, Menu, type MenuItemConstructorOptions, nativeImage, Tray } from 'electron'
import { counted } from '../../../shared/text/format.ts'
import { createSystemClock } from '../../../adapters/system-clock.ts'
import { throttle } from '../../../engine/base/async.ts'
import type { Router } from '../../desk/router.ts'
import type { DeskState, RunningJobs } from '../desk-state.ts'

const PAUSE_MINUTES = 60
/** A burst of messages changes the count many times a second; the menu is not rebuilt for each. */
const STATE_GAP_MS = 250

interface TrayOptions {
  icon: string
  jobs: RunningJobs
  state: DeskState
  router: Pick<Router, 'answer'>
  open: () => void
  openInbox: () => void
}

/**
 * The tray icon: jobs and feed at a glance, pausing of either, quit. The caller must keep a reference, or it vanishes. Throws
 * where the system shows none.
 */
export function createTray(options: TrayOptions): Tray {
  const { icon, jobs, state, open } = options
  const image = nativeImage.createFromPath(icon)
  // macOS recolours it for a light or dark menu bar.
  image.setTemplateImage(process.platform === 'darwin')
  const tray = new Tray(image)
  const update = (): void => {
    tray.setToolTip([`${app.getName()}: ${saving(jobs)}`, ...feedWords(state)].join('\n'))
    tray.setContextMenu(Menu.buildFromTemplate(menu(options)))
  }
  // On macOS one click opens the menu, and sends this event as well.
  if (process.platform !== 'darwin') tray.on('click', open)
  jobs.onChange(update)
  state.onChange(throttle(createSystemClock(), STATE_GAP_MS, update).call)
  update()
  return tray
}

function saving(jobs: RunningJobs): string {
  const running = jobs.ids().length
  return running === 0 ? 'nothing is being saved' : `saving ${counted(running, 'job')}`
}

/** Empty if the feed is not used. */
function feedWords(state: DeskState): string[] {
  const feed = state.feed()
  if (feed === null || (feed.view.health.state === 'off' && feed.counts.total === 0)) return []
  return [feed.view.health.sentence, `${state.formats().number(feed.counts.unread)} unread`]
}

function menu({ jobs, state, router, open, openInbox }: TrayOptions): MenuItemConstructorOptions[] {
  const isSaving = jobs.ids().length > 0
  const pauseSaving = (): void => {
    for (const jobId of jobs.ids()) void router.answer('jobs.pause', { jobId })
  }
  return [
    { label: 'Open Parcel Desk', click: open },
    ...feedItems({ state, router, openInbox }),
    { type: 'separator' },
    { label: 'Pause saving', enabled: isSaving, click: pauseSaving },
    { type: 'separator' },
    { label: 'Quit', click: () => app.quit() },
  ]
}

function feedItems({
  state,
  router,
  openInbox,
}: Pick<TrayOptions, 'state' | 'router' | 'openInbox'>): MenuItemConstructorOptions[] {
  const feed = state.feed()
  const sessionId = state.sessionId()
  if (feed === null || sessionId === undefined) return []
  const { view, counts } = feed
  const isPaused = view.pausedUntil !== null
  return [
    { label: `Inbox (${state.formats().number(counts.unread)} unread)`, click: openInbox },
    { type: 'separator' },
    { label: view.health.sentence, enabled: false },
    {
      label: isPaused ? 'Show notifications again' : 'Pause notifications for an hour',
      click: () => void router.answer('feeds.pauseAlerts', { sessionId, minutes: isPaused ? 0 : PAUSE_MINUTES }),
    },
  ]
}
