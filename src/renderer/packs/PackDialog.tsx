import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { ignoring } from '../../shared/errors/ignoring.ts'
import type { Output } from '../../shared/contract/contract.ts'
import { isolated } from '../../shared/text/plain-text.ts'
import type { PackForm } from '../../shared/model/pack.ts'
import { call, failureIn, type ShownFailure } from '../client/desk-client.ts'
import { useDesk } from '../client/desk-store.ts'
import { isAtWork } from '../client/follow-saves.ts'
import { toastIfFailed } from '../client/notify.ts'
import { useAttempt } from '../client/use-attempt.ts'
import { Button } from '../ui/actions/Button.tsx'
import base from '../ui/base/base.module.css'
import { countOf, displayName, sizeText } from '../ui/base/words.ts'
import { showToast } from '../ui/feedback/toast-queue.ts'
import { Banner, FailureNotice } from '../ui/feedback/Banner.tsx'
import { ProgressBar } from '../ui/feedback/ProgressBar.tsx'
import { Segmented } from '../ui/fields/RadioGroup.tsx'
import { Select } from '../ui/fields/Select.tsx'
import { Dialog } from '../ui/layout/Dialog.tsx'
import { NameDialog } from '../ui/layout/NameDialog.tsx'
import { OrderedDocuments } from './OrderedDocuments.tsx'
import { moved, type Template, templateOf } from './pack-templates.ts'
import styles from './PackDialog.module.css'
import { packProgress } from './packs-room.ts'

type Plan = Output<'packs.plan'>
type Made = NonNullable<Output<'packs.write'>['made']>

const FORMS: readonly { id: PackForm; title: string }[] = [
  { id: 'folder', title: 'Folder' },
  { id: 'zip', title: 'Zip' },
  { id: 'merged', title: 'One PDF' },
  { id: 'index', title: 'Index only' },
]
const AS_LISTED = 'as-listed'

interface PackDialogProps {
  readonly sessionId: string
  readonly setIds: readonly string[]
  readonly onClose: () => void
}

/** Hands over the documents of sets as one; what is not saved yet is saved first. */
export function PackDialog({ sessionId, setIds, onClose }: PackDialogProps): ReactNode {
  const [form, setForm] = useState<PackForm>('zip')
  const [template, setTemplate] = useState<string | null>(null)
  const [made, setMade] = useState<Made>()
  const { attempt, isBusy, failure } = useAttempt()
  const isFixed = isBusy || made !== undefined
  const { plan, order, setOrder, problem } = usePlan({ sessionId, setIds, template, isFixed })
  const entries = order.flatMap((at) => plan?.entries[at] ?? [])
  const outdated = entries.filter(({ isOutdated }) => isOutdated).length
  const unsaved = entries.filter(({ state }) => state !== 'saved').length
  const make = async ({ packId }: Plan): Promise<void> => {
    packProgress.setState({ progress: undefined })
    const written = await call('packs.write', { packId, form, order: [...order] })
    if (written.made !== null) setMade(written.made)
  }
  const stop = (): void =>
    void (plan && call('packs.cancel', { packId: plan.packId }).catch(ignoring('what was to be stopped has ended')))
  const show = (): void => void (plan && toastIfFailed(call('packs.show', { packId: plan.packId })))
  const wasSaving = useStore(packProgress, ({ progress }) => progress?.isSaving === true)
  const wasStopped = failure !== undefined && 'tag' in failure && failure.tag === 'interrupted'
  const shown = wasStopped ? undefined : (failure ?? problem)
  return (
    <Dialog
      title="Make a pack"
      size="large"
      isOpen
      isBusy={isBusy}
      onClose={onClose}
      footer={
        made !== undefined ? (
          <>
            <Button onPress={onClose}>Close</Button>
            {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- it has taken the place of the button that was pressed */}
            <Button autoFocus variant="primary" onPress={show}>
              Open folder
            </Button>
          </>
        ) : isBusy ? (
          <Button onPress={stop}>Stop</Button>
        ) : (
          <>
            <Button onPress={onClose}>Cancel</Button>
            <Button
              variant="primary"
              isDisabled={entries.length === 0}
              onPress={() => plan && attempt(() => make(plan))}
            >
              {unsaved === 0 ? 'Make the pack…' : 'Save first and make the pack…'}
            </Button>
          </>
        )
      }
    >
      <div className={base.column}>
        {shown !== undefined && <FailureNotice failure={shown} />}
        {wasStopped && wasSaving && !isFixed && unsaved > 0 && (
          <Banner tone="info" title="No pack was made. The save that it waited for goes on, in Downloads." />
        )}
        {made !== undefined ? (
          <MadeNotice made={made} />
        ) : isBusy ? (
          <Progress />
        ) : (
          <>
            <Segmented label="Pack as" choices={FORMS} value={form} onChange={setForm} />
            <OrderChoice value={template} onChange={setTemplate} titles={entries.map(({ title }) => title)} />
            <OrderedDocuments entries={entries} onMove={(from, to) => setOrder(moved(order, from, to))} />
            {plan !== undefined && plan.lacks.length > 0 && (
              <Banner
                tone="warning"
                title={`Nothing fits: ${plan.lacks.map((pattern) => displayName(pattern)).join(', ')}`}
              />
            )}
            {outdated > 0 && (
              <Banner
                tone="warning"
                title={`${countOf(outdated, 'document')} saved before the set changed: in the pack as saved. Save the set again first for what the service has now.`}
              />
            )}
            {unsaved > 0 && (
              <Banner
                tone="info"
                title={`${countOf(unsaved, 'document')} not saved yet, or not as it was: saved first into ${plan?.savesInto ?? 'a folder that you choose'}`}
              />
            )}
          </>
        )}
      </div>
    </Dialog>
  )
}

interface Planned {
  readonly plan: Plan | undefined
  /** Places in the plan. */
  readonly order: readonly number[]
  readonly setOrder: (order: readonly number[]) => void
  readonly problem: ShownFailure | undefined
}

interface PlanOptions extends Pick<PackDialogProps, 'sessionId' | 'setIds'> {
  readonly template: string | null
  /** The pack is being made, or is. */
  readonly isFixed: boolean
}

/** Planned anew with each template, then in its order, and as it is when a save or an attempt has ended. */
function usePlan({ sessionId, setIds, template, isFixed }: PlanOptions): Planned {
  const [plan, setPlan] = useState<Plan>()
  const [order, setOrder] = useState<readonly number[]>([])
  const [problem, setProblem] = useState<ShownFailure>()
  const orderOf = useRef<string | null>(undefined)
  const saves = useDesk(({ jobs }) => jobs.filter(isAtWork).length)
  useEffect(() => {
    if (isFixed) return undefined
    let isCurrent = true
    const take = (planned: Plan): void => {
      if (!isCurrent) return
      setPlan(planned)
      const isSame = orderOf.current === template
      setOrder((before) => (isSame && before.length === planned.entries.length ? before : [...planned.entries.keys()]))
      orderOf.current = template
      setProblem(undefined)
    }
    call('packs.plan', { sessionId, setIds: [...setIds], template }).then(take, (thrown: unknown) => {
      if (isCurrent) setProblem(failureIn(thrown))
    })
    return () => {
      isCurrent = false
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a save that ends has changed what is saved
  }, [sessionId, setIds, template, isFixed, saves])
  return { plan, order, setOrder, problem }
}

interface OrderChoiceProps {
  readonly value: string | null
  readonly onChange: (template: string | null) => void
  /** In the order that is shown, which can be kept. */
  readonly titles: readonly string[]
}

function OrderChoice({ value, onChange, titles }: OrderChoiceProps): ReactNode {
  const [templates, setTemplates] = useState<readonly Template[]>([])
  const [isNaming, setIsNaming] = useState(false)
  const { attempt, failure } = useAttempt()
  const read = useEffectEvent(() => attempt(async () => setTemplates((await call('packs.templates', {})).templates)))
  useEffect(() => read(), [])
  const keep = (kept: readonly Template[], chosen: string | null, done?: string): void =>
    attempt(async () => {
      await call('packs.keepTemplates', { templates: [...kept] })
      setTemplates(kept)
      setIsNaming(false)
      onChange(chosen)
      if (done !== undefined) showToast({ text: done, undo: () => keep(templates, value) })
    })
  const keepAs = (name: string): void => {
    const others = without(name)
    const done = others.length < templates.length ? `Order “${isolated(name)}” replaced` : undefined
    keep([...others, templateOf(name, titles)], name, done)
  }
  const without = (name: string | null): readonly Template[] => templates.filter((one) => one.name !== name)
  const names = templates.map(({ name }) => ({ id: name, title: displayName(name) }))
  return (
    <div className={styles.order}>
      <Select
        label="Order"
        options={[{ id: AS_LISTED, title: 'As in the sets' }, ...names]}
        value={value ?? AS_LISTED}
        onChange={(id) => onChange(id === AS_LISTED ? null : id)}
      />
      <Button variant="quiet" isDisabled={titles.length === 0} onPress={() => setIsNaming(true)}>
        Keep this order…
      </Button>
      {value !== null && (
        <Button variant="quiet" onPress={() => keep(without(value), null, `Order “${isolated(value)}” forgotten`)}>
          Forget this order
        </Button>
      )}
      {isNaming && (
        <NameDialog
          title="Keep this order"
          confirm="Keep the order"
          firstName={value ?? ''}
          onConfirm={keepAs}
          onClose={() => setIsNaming(false)}
        >
          {failure !== undefined && <FailureNotice failure={failure} />}
        </NameDialog>
      )}
    </div>
  )
}

function Progress(): ReactNode {
  const { isSaving = false, done = 0, total = 1 } = useStore(packProgress, ({ progress }) => progress) ?? {}
  const text = isSaving ? 'Downloads shows how far that is' : `${done} of ${countOf(total, 'document')}`
  return (
    <ProgressBar
      label={isSaving ? 'Saving first' : 'Making the pack'}
      done={isSaving ? undefined : done}
      total={total}
      text={text}
    />
  )
}

const WHY = {
  signed: 'It carries a digital signature, so it is attached to the PDF unchanged',
  encrypted: 'It is encrypted, so it is a file beside the PDF',
  form: 'It has a form that only its own reader shows, so it is a file beside the PDF',
  layers: 'It has layers that are hidden, so it is a file beside the PDF',
  unreadable: 'Its pages cannot be taken out, so it is a file beside the PDF',
} as const

function MadeNotice({ made: { name, documents, pages, bytes, kept } }: { readonly made: Made }): ReactNode {
  return (
    <Banner tone="success" title="Pack made">
      <p>
        <bdi>{name}</bdi>: {countOf(documents, 'document')}, {countOf(pages, 'page')}, {sizeText(bytes)}
      </p>
      {kept.map(({ path, why }) => (
        <p key={path}>
          <bdi>{path}</bdi>: {WHY[why]}.
        </p>
      ))}
    </Banner>
  )
}
