import { Power } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { call } from '../../../client/desk-client.ts'
import { type FeedView, useDesk } from '../../../client/desk-store.ts'
import { CommandButton } from '../../../commands/CommandButton.tsx'
import { useAttempt } from '../../../client/use-attempt.ts'
import base from '../../../ui/base/base.module.css'
import { Banner, FailureNotice } from '../../../ui/feedback/Banner.tsx'
import { ConfirmDialog } from '../../../ui/layout/Dialog.tsx'
import { SettingsSection } from '../../section/SettingsSection.tsx'
import { useSectionCommands } from '../../section/use-section-commands.ts'
import { applyFeedCall } from '../../../feed/change-feed.ts'
import { BrokerList } from './BrokerList.tsx'
import { FeedState } from './FeedState.tsx'

/** Where messages come from, and whether they are taken. */
export function QueuesSection(): ReactNode {
  const view = useDesk(({ feed }) => feed?.view)
  if (view === undefined) return null
  const queues = view.brokers.filter(({ kind }) => kind === 'queue')
  return (
    <SettingsSection
      section="queues"
      about="Your company’s message queue reports every change within a second. Messages are stored here before the queue drops them."
    >
      {view.forbiddenBy === null || view.mode === 'streams' ? (
        <Switch view={view} />
      ) : (
        <Forbidden by={view.forbiddenBy} />
      )}
      <BrokerList kind="queue" brokers={queues} add="Add a connection…" />
    </SettingsSection>
  )
}

function Forbidden({ by }: { readonly by: string }): ReactNode {
  return (
    <Banner tone="info" title="Messages may not be taken on this computer">
      {by} forbids it, so that messages reach the program they are meant for. Checks by searching are allowed.
    </Banner>
  )
}

function Switch({ view }: { readonly view: FeedView }): ReactNode {
  const hasBroker = view.brokers.some(({ kind }) => kind === 'queue')
  if (view.mode === 'streams') return <p>This desk reads the firm’s streams and takes no messages from a queue.</p>
  return view.isOn ? <FeedState view={view} section="queues" /> : <FeedOff hasBroker={hasBroker} />
}

function FeedOff({ hasBroker }: { readonly hasBroker: boolean }): ReactNode {
  const [isAsking, setIsAsking] = useState(false)
  useSectionCommands('queues', [
    {
      id: 'feed.switchOn',
      title: 'Take messages from the queue…',
      isEnabled: hasBroker,
      run: () => setIsAsking(true),
    },
  ])
  return (
    <>
      <Banner
        tone="info"
        title="No messages are taken"
        action={
          <CommandButton id="feed.switchOn" icon={Power}>
            Switch on…
          </CommandButton>
        }
      >
        {hasBroker ? 'They wait in the queue.' : 'Add a connection first. Then switch it on.'}
      </Banner>
      {isAsking && <SwitchOnDialog onClose={() => setIsAsking(false)} />}
    </>
  )
}

/** Says what taking messages means before the first one is taken (T36). Its default answer does nothing. */
function SwitchOnDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { attempt, isBusy, failure } = useAttempt()
  const switchOn = (): void =>
    attempt(async () => {
      await applyFeedCall((sessionId) => call('feeds.switchOn', { sessionId, hasReadWarning: true }))
      onClose()
    })
  return (
    <ConfirmDialog
      title="Messages taken here reach no other program"
      isDanger={false}
      confirm="Take messages on this desk"
      keep="Leave it off"
      underWay={isBusy ? 'Switching on…' : undefined}
      onConfirm={switchOn}
      onClose={onClose}
    >
      <div className={base.column}>
        {failure !== undefined && <FailureNotice failure={failure} />}
        <p>
          A queue gives each message to only one program. If another desk or system of your company reads the same
          queue, it will miss what this desk takes.
        </p>
        <p>
          Ask the operator of the queue before you switch it on. Several desks share one queue by your firm’s own
          streams (“Source of messages”).
        </p>
      </div>
    </ConfirmDialog>
  )
}
