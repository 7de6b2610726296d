import { AppWindow, ChevronDown, ChevronUp, Maximize2, Minimize2 } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { cleanQuantity } from '../../shared/text/fields.ts'
import { visibleText } from '../../shared/text/plain-text.ts'
import { CommandIconButton } from '../commands/CommandButton.tsx'
import { SignatureBar } from '../parcel/SignatureBar.tsx'
import { StateChip } from '../parcel/StateChip.tsx'
import { Foreign } from '../ui/base/Foreign.tsx'
import { numberText } from '../ui/base/words.ts'
import type { SetRow } from './set-columns.ts'
import styles from './SetHeading.module.css'
import { wholeWindow } from './whole-window.ts'

interface SetHeadingProps {
  readonly row: SetRow
}

/** What distinguishes one set from another at a glance, in one line. */
export function SetHeading({ row }: SetHeadingProps): ReactNode {
  return (
    <header className={styles.heading}>
      <div className={styles.facts}>
        <h2 className={styles.references}>
          <Foreign text={row.parcelRef} />
          <span className={styles.muted}>
            <Foreign text={row.shipmentRef} />
          </span>
        </h2>
        <StateChip state={row.status ?? ''} isStrong />
        <SignatureBar signature={row.signature ?? ''} />
        <span className={styles.customer} title={visibleText(row.customerName ?? '')}>
          <Foreign text={row.customerName} />
        </span>
      </div>
      <div className={styles.actions}>
        <ReadingButtons />
      </div>
    </header>
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

/** Cargo, quantity, vessel and route, in one line that is cut where it does not fit. */
export function CargoLine({ row }: { readonly row: SetRow }): ReactNode {
  const cargo = [row.cargoName, cleanQuantity(row.quantity ?? ''), row.vesselName].filter((part) => !isBlank(part))
  const whole = [...cargo, `${row.loadPort ?? '–'} → ${row.destinationName ?? '–'}`].join(' · ')
  return (
    <p className={styles.cargo} title={visibleText(whole)}>
      {cargo.map((part, at) => (
        <Fragment key={at}>
          <Foreign text={part} />
          {' · '}
        </Fragment>
      ))}
      <Foreign text={row.loadPort} /> → <Foreign text={row.destinationName} />
    </p>
  )
}

function isBlank(text: string | null): boolean {
  return text === null || text.trim() === ''
}
