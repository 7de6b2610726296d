import { Ellipsis, Images } from 'lucide-react'
import { type ReactNode, type KeyboardEvent, useState } from 'react'
import { Toolbar } from 'react-aria-components'
import { useStore } from 'zustand'
import { Button } from '../../ui/actions/Button.tsx'
import { IconButton, ToggleIconButton } from '../../ui/actions/IconButton.tsx'
import { Menu, type MenuEntry } from '../../ui/actions/Menu.tsx'
import { classes } from '../../ui/base/classes.ts'
import type { PreviewModel } from '../create-preview.ts'
import type { Zoom } from '../fit-scale.ts'
import type { PreviewCommand, PreviewCommandId } from '../preview-commands.ts'
import styles from '../Preview.module.css'

interface PreviewToolbarProps {
  readonly model: PreviewModel
  readonly commands: readonly PreviewCommand[]
}

const SIZES = [0.5, 0.75, 1, 1.25, 1.5, 2, 4] as const
const MORE: readonly PreviewCommandId[] = ['thumbnails', 'rotate', 'print', 'properties', 'signatures', 'openInReader']

/** The document’s tools. Those without their own button are in the menu at the end. */
export function PreviewToolbar({ model, commands }: PreviewToolbarProps): ReactNode {
  const isShown = useStore(model.store, ({ phase }) => phase.is === 'shown')
  const hasThumbnails = useStore(model.store, (state) => state.hasThumbnails)
  const tool = (id: PreviewCommandId, isExtra = false): ReactNode => {
    const command = commands.find((one) => one.id === id)
    if (command === undefined) return null
    const { title, icon, shortcuts, run } = command
    const button = <IconButton label={title} icon={icon} shortcut={shortcuts[0]} isDisabled={!isShown} onPress={run} />
    return isExtra ? <span className={styles.extra}>{button}</span> : button
  }
  const turnThumbnails = (isOn: boolean): void => model.store.setState({ hasThumbnails: isOn })
  return (
    <Toolbar aria-label="Document" className={classes(styles.toolbar)}>
      <span className={styles.extra}>
        <ToggleIconButton
          label={'Thumbnails'}
          icon={Images}
          shortcut={'T'}
          isDisabled={!isShown}
          isSelected={hasThumbnails}
          onChange={turnThumbnails}
        />
      </span>
      <PageField model={model} />
      {tool('zoomOut')}
      <ZoomMenu model={model} commands={commands} />
      {tool('zoomIn')}
      {tool('find')}
      {tool('rotate', true)}
      {tool('print', true)}
      <Menu
        trigger={<IconButton label="More" icon={Ellipsis} isDisabled={!isShown} />}
        label="More"
        entries={entriesFor(commands, MORE)}
      />
    </Toolbar>
  )
}

function ZoomMenu({ model, commands }: PreviewToolbarProps): ReactNode {
  const isShown = useStore(model.store, ({ phase }) => phase.is === 'shown')
  const zoom = useStore(model.store, (state) => state.zoom)
  const scale = useStore(model.store, (state) => state.scale)
  const fits = entriesFor(commands, ['fitWidth', 'fitPage']).map((entry, place) => ({
    ...entry,
    isTicked: zoom === (place === 0 ? 'width' : 'page'),
  }))
  const sizes = SIZES.map((size) => ({
    id: String(size),
    title: percent(size),
    isTicked: zoom === size,
    run: () => model.stage()?.zoomTo(size),
  }))
  return (
    <Menu
      trigger={
        <Button
          variant="quiet"
          aria-label={
            typeof zoom === 'number' ? `${percent(scale)} zoom` : `${zoomText(zoom, scale)} zoom, ${percent(scale)}`
          }
          isDisabled={!isShown}
        >
          <span className={styles.percent}>{isShown ? zoomText(zoom, scale) : '–'}</span>
        </Button>
      }
      label="Zoom"
      entries={[...fits, 'separator', ...sizes]}
    />
  )
}

function entriesFor(
  commands: readonly PreviewCommand[],
  ids: readonly PreviewCommandId[],
): Exclude<MenuEntry, string>[] {
  return commands
    .filter(({ id }) => ids.includes(id))
    .map(({ id, title, icon, shortcuts, run }) => ({ id, title, icon, shortcut: shortcuts[0], run }))
}

function zoomText(zoom: Zoom, scale: number): string {
  if (zoom === 'width') return 'Width'
  return zoom === 'page' ? 'Page' : percent(scale)
}

function percent(scale: number): string {
  return `${scale < 0.01 ? '<1' : Math.round(scale * 100)} %`
}

/** Page n of m; typing a number goes to that page. */
function PageField({ model }: { readonly model: PreviewModel }): ReactNode {
  const pageNumber = useStore(model.store, (state) => state.pageNumber)
  const pageCount = useStore(model.store, (state) => state.pageCount)
  const isShown = useStore(model.store, ({ phase }) => phase.is === 'shown')
  const [typed, setTyped] = useState<string>()
  const go = (): void => {
    if (typed !== undefined) model.stage()?.goTo(Number(typed))
    setTyped(undefined)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') go()
    // Arrow keys walk through the tools, but inside a number they move the caret.
    if (event.key.startsWith('Arrow')) event.stopPropagation()
  }
  return (
    <span className={styles.pageField}>
      <input
        aria-label="Page"
        className={styles.pageInput}
        inputMode={'numeric'}
        disabled={!isShown}
        onKeyDown={onKeyDown}
        value={isShown ? (typed ?? pageNumber) : ''}
        size={Math.max(2, String(pageCount).length)}
        onChange={({ target }) => setTyped(target.value)}
        onFocus={({ target }) => target.select()}
        onBlur={go}
      />
      <span className={styles.pageCount}>of {isShown ? pageCount : '–'}</span>
    </span>
  )
}
