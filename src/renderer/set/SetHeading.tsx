import { AppWindow, ChevronDown, ChevronUp, FolderOpen, Maximize2, Minimize2, Save } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { cleanQuantity } from '../../shared/text/set-fields.ts'
import { visibleText } from '../../shared/text/plain-text.ts'
import { CommandButton, CommandIconButton } from '../commands/CommandButton.tsx'
import { SignatureBar } from '../parcel/SignatureBar.tsx'
import { StateChip } from '../parcel/StateChip.tsx'
import { Foreign } from '../ui/base/Foreign.tsx'
import base from '../ui/base/base.module.css'
import { numberText } from '../ui/base/words.ts'
import type { SetRow } from './set-columns.ts'
import styles from './SetHeading.module.css'
import { wholeWindow } from './whole-window.ts'

interface SetHeadingProps {
  readonly row: SetRow
}

/** What distinguishes one set from another at a glance: in one line, or in two where the pane is narrow. */
export function SetHeading({ row }: SetHeadingProps): ReactNode {
  return (
    <header className={styles.heading}>
      <div className={styles.facts}>
        <h2 className={styles.references}>
          <Foreign text={row.parcelRef} />
          <span className={base.aside}>
            <Foreign text={row.shipmentRef} />
          </span>
        </h2>
        <StateChip state={row.status ?? ''} isStrong />
        <SignatureBar signature={row.signature ?? ''} />
      </div>
      <Voyage row={row} />
      <div className={styles.actions}>
        <CommandButton id="set.save" icon={Save}>
          Save…
        </CommandButton>
        <ReadingButtons />
      </div>
    </header>
  )
}

/** What of it is on this disk, one press away. */
export function SavedButton({ row: { savedDocuments, documents } }: SetHeadingProps): ReactNode {
  if (savedDocuments === 0) return null
  return (
    <CommandButton id="set.showFolder" variant="quiet" icon={FolderOpen}>
      {documents === null || documents === savedDocuments
        ? `${numberText(savedDocuments)} saved`
        : `${numberText(savedDocuments)} of ${numberText(documents)} saved`}
    </CommandButton>
  )
}

function ReadingButtons(): ReactNode {
  const { isWhole, position } = useStore(wholeWindow)
  return (
    <>
      {isWhole && (
        <>
          {position !== null && (
            <span className={styles.position}>
              {numberText(position.at)} of {numberText(position.of)}
            </span>
          )}
          <CommandIconButton id="read.previousSet" icon={ChevronUp} />
          <CommandIconButton id="read.nextSet" icon={ChevronDown} />
        </>
      )}
      {!isWhole && <CommandIconButton id="read.window" icon={AppWindow} />}
      <CommandIconButton id="read.whole" icon={isWhole ? Minimize2 : Maximize2} />
    </>
  )
}

/** Whose set it is, on which vessel, from where to where. Where there is no room the customer, whom most sets share, gives way. */
function Voyage({ row }: SetHeadingProps): ReactNode {
  const { customerName, vesselName, loadPort, destinationName } = row
  const route = `${loadPort ?? '–'} → ${destinationName ?? '–'}`
  return (
    <p
      className={styles.voyage}
      title={visibleText([customerName, vesselName, route].filter((part) => !isBlank(part)).join(' · '))}
    >
      <span className={styles.customer}>
        <Foreign text={customerName} />
      </span>
      {!isBlank(vesselName) && (
        <span className={styles.part}>
          <Foreign text={vesselName} />
        </span>
      )}
      <span className={styles.part}>
        <Foreign text={loadPort} /> → <Foreign text={destinationName} />
      </span>
    </p>
  )
}

/** Cargo and quantity, in one line that is cut where it does not fit. */
export function CargoLine({ row }: SetHeadingProps): ReactNode {
  const cargo = [row.cargoName, cleanQuantity(row.quantity ?? '')].filter((part) => !isBlank(part))
  return (
    <p className={styles.cargo} title={visibleText(cargo.join(' · '))}>
      {cargo.map((part, at) => (
        <Fragment key={at}>
          {at > 0 && ' · '}
          <Foreign text={part} />
        </Fragment>
      ))}
    </p>
  )
}

function isBlank(text: string | null): boolean {
  return text === null || text.trim() === ''
}
