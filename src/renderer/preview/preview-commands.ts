import {
  ExternalLink,
  FileInput,
  FileOutput,
  Fullscreen,
  Images,
  Info,
  type LucideIcon,
  MoveHorizontal,
  PenLine,
  Printer,
  RotateCw,
  Search,
  ZoomIn,
  ZoomOut,
} from 'lucide-react'
import type { PreviewModel } from './create-preview.ts'

/** What can be done with the shown document, for menu, tooltip, keys and the desk’s command palette. */
export interface PreviewCommand {
  readonly id: PreviewCommandId
  readonly title: string
  readonly icon: LucideIcon
  /** The first one is shown. */
  readonly shortcuts: readonly string[]
  readonly run: () => void
}

export type PreviewCommandId =
  | 'find'
  | 'fitWidth'
  | 'fitPage'
  | 'actualSize'
  | 'zoomIn'
  | 'zoomOut'
  | 'rotate'
  | 'thumbnails'
  | 'print'
  | 'properties'
  | 'signatures'
  | 'openInReader'
  | 'nextDocument'
  | 'previousDocument'

export interface CommandTargets {
  model: PreviewModel
  print: () => void
  showProperties: () => void
  onSignatures: (() => void) | undefined
  onOpenInReader: (() => void) | undefined
  onNext: (() => void) | undefined
  onPrevious: (() => void) | undefined
}

/** The available commands: those without a callback are left out. */
export function previewCommands(targets: CommandTargets): PreviewCommand[] {
  return [...viewCommands(targets.model), ...documentCommands(targets)]
}

function viewCommands({ store, find, stage }: PreviewModel): PreviewCommand[] {
  const zoomTo = (zoom: 'width' | 'page' | 1) => () => stage()?.zoomTo(zoom)
  const zoomBy = (direction: 1 | -1) => () => stage()?.zoomBy(direction)
  const turnThumbnails = (): void => store.setState(({ hasThumbnails }) => ({ hasThumbnails: !hasThumbnails }))
  return [
    { id: 'find', title: 'Find in document', icon: Search, shortcuts: ['Mod+F'], run: find.open },
    { id: 'fitWidth', title: 'Fit width', icon: MoveHorizontal, shortcuts: ['W'], run: zoomTo('width') },
    { id: 'fitPage', title: 'Fit whole page', icon: Fullscreen, shortcuts: ['F'], run: zoomTo('page') },
    { id: 'actualSize', title: 'Actual size', icon: FileInput, shortcuts: ['0', 'Mod+0'], run: zoomTo(1) },
    { id: 'zoomIn', title: 'Zoom in', icon: ZoomIn, shortcuts: ['+', 'Mod++', '=', 'Mod+='], run: zoomBy(1) },
    { id: 'zoomOut', title: 'Zoom out', icon: ZoomOut, shortcuts: ['-', 'Mod+-'], run: zoomBy(-1) },
    { id: 'rotate', title: 'Rotate', icon: RotateCw, shortcuts: ['R'], run: () => stage()?.rotate() },
    { id: 'thumbnails', title: 'Thumbnails', icon: Images, shortcuts: ['T'], run: turnThumbnails },
  ]
}

function documentCommands(targets: CommandTargets): PreviewCommand[] {
  const { print, showProperties, onSignatures, onOpenInReader, onNext, onPrevious } = targets
  const commands: (Omit<PreviewCommand, 'run'> & { run: (() => void) | undefined })[] = [
    { id: 'print', title: 'Print', icon: Printer, shortcuts: ['Mod+P'], run: print },
    { id: 'properties', title: 'Document properties', icon: Info, shortcuts: ['I'], run: showProperties },
    {
      id: 'signatures',
      title: 'Show the signatures of the document',
      icon: PenLine,
      shortcuts: [],
      run: onSignatures,
    },
    {
      id: 'openInReader',
      title: 'Open in the system’s reader',
      icon: ExternalLink,
      shortcuts: ['O'],
      run: onOpenInReader,
    },
    { id: 'nextDocument', title: 'Next document', icon: FileOutput, shortcuts: ['N'], run: onNext },
    { id: 'previousDocument', title: 'Previous document', icon: FileInput, shortcuts: ['P'], run: onPrevious },
  ]
  return commands.flatMap((command) => (command.run === undefined ? [] : [{ ...command, run: command.run }]))
}
