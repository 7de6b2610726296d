import { app, Menu, nativeImage, Tray } from 'electron'
import { counted } from '../../shared/text/counted.ts'
import type { Router } from '../core/router.ts'
import type { RunningJobs } from './running-jobs.ts'

interface Parts {
  icon: string
  jobs: RunningJobs
  router: Pick<Router, 'answer'>
  open: () => void
}

/** The icon beside the clock: opens the window, pauses what is being saved, quits. Kept by the caller, or it vanishes. */
export function createTray({ icon, jobs, router, open }: Parts): Tray {
  const image = nativeImage.createFromPath(icon)
  // The menu bar of macOS colours it after its own light or dark.
  image.setTemplateImage(process.platform === 'darwin')
  const tray = new Tray(image)
  const pause = (): void => {
    for (const jobId of jobs.ids()) void router.answer('jobs.pause', { jobId })
  }
  const update = (): void => {
    const running = jobs.ids().length
    const saving = running === 0 ? 'nothing is being saved' : `saving ${counted(running, 'job')}`
    tray.setToolTip(`${app.getName()}: ${saving}`)
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: 'Open Parcel Desk', click: open },
        { label: 'Pause saving', enabled: running > 0, click: pause },
        { type: 'separator' },
        { label: 'Quit', click: () => app.quit() },
      ]),
    )
  }
  tray.on('click', open)
  jobs.onChange(update)
  update()
  return tray
}
