import type { ReactNode } from 'react'

/** Says what can be used while the desk itself is not there. */
export function UnfinishedDesk({ version }: { version: string | undefined }): ReactNode {
  return (
    <main>
      <h1>Parcel Desk {version}</h1>
      <p>The desktop is not finished: this window has nothing to work with yet.</p>
      <p>
        The command line is: <code>parcel-desk --help</code> lists what it can find, save and verify.
      </p>
    </main>
  )
}
