import { ignoring } from '../../shared/errors/ignoring.ts'
import { readFacts } from './document/document-facts.ts'
import { fetchDocumentBytes } from './document/document-bytes.ts'
import { openDocument, type OpenedDocument } from './document/open-document.ts'
import { type ParserThread, parserThread } from './document/pdf-workers.ts'
import { describeThrown, type PreviewFailure } from './document/preview-failures.ts'
import { createFind, type Find } from './find-in-document.ts'
import { createStage, type Position, type Stage, type StageElements } from './pages/preview-stage.ts'
import {
  AT_START,
  createPreviewStore,
  NOTHING_FOUND,
  type PreviewHabits,
  type PreviewPhase,
  type PreviewStore,
} from './preview-store.ts'

/** A document to show: its bytes are at `address` on the page’s own origin, with ranges. A different key is a different document. */
export interface PreviewAddress {
  readonly address: string
  readonly key: string
}

/** What the parts of a preview act on. Everything else is in the store. */
export interface PreviewModel {
  readonly store: PreviewStore
  readonly find: Find
  /** The pages on the screen; undefined until `attach`. */
  stage(): Stage | undefined
  document(): OpenedDocument | undefined
  attach(elements: StageElements): () => void
  open(source: PreviewAddress): void
  /** Shows nothing until there is a document to open, or why there is none. */
  showNothing(failure: PreviewFailure | undefined): void
  /** Opens the same document again, at its first page. */
  retry(): void
  cancel(): void
  answerPassword(password: string): void
}

interface PreviewContext {
  store: PreviewStore
  find: Find
  stage: Stage | undefined
  source: PreviewAddress | undefined
  opened: OpenedDocument | undefined
  /** Aborts opening or showing. */
  stop: AbortController
  answerPassword: ((password: string) => void) | undefined
}

const FIRST_PAGE: Position = { pageNumber: 1, rotation: 0 }

export function createPreview(habits?: PreviewHabits): PreviewModel {
  const store = createPreviewStore(habits)
  const bus = { dispatch: (name: string, wish: object) => scene.stage?.view.bus.dispatch(name, wish) }
  const scene: PreviewContext = {
    find: createFind(store, bus),
    store,
    stop: new AbortController(),
    stage: undefined,
    source: undefined,
    opened: undefined,
    answerPassword: undefined,
  }
  const start = (source: PreviewAddress, at: Position): void => {
    end(scene, { is: 'opening' })
    scene.source = source
    void run(scene, { source, at, isRetry: false })
  }
  return {
    store,
    find: scene.find,
    stage: () => scene.stage,
    document: () => scene.opened,
    attach: (elements) => attach(scene, elements),
    open: (source) => start(source, FIRST_PAGE),
    showNothing: (failure) => {
      scene.source = undefined
      end(scene, failure === undefined ? { is: 'opening' } : { is: 'failed', failure })
    },
    retry: () => {
      if (scene.source !== undefined) start(scene.source, FIRST_PAGE)
    },
    cancel: () => end(scene, { is: 'cancelled' }),
    answerPassword: (password) => {
      store.setState({ phase: { is: 'opening' } })
      scene.answerPassword?.(password)
    },
  }
}

function attach(scene: PreviewContext, elements: StageElements): () => void {
  const { store } = scene
  const onTrouble = (failure: PreviewFailure): void => end(scene, { is: 'failed', failure })
  const stage = createStage({ elements, store, onTrouble })
  scene.stage = stage
  return () => {
    end(scene, { is: 'opening' })
    scene.stage = undefined
    stage.dispose()
  }
}

/** Removes what is shown or being opened, and releases it. */
function end(scene: PreviewContext, phase: PreviewPhase): void {
  const { store, stage, opened } = scene
  scene.stop.abort()
  scene.stop = new AbortController()
  scene.answerPassword = undefined
  scene.opened = undefined
  stage?.clear()
  // Not awaited: if it ends a hanging thread, documents opened on that thread meanwhile are opened again.
  void opened?.close()
  store.setState(({ find }) => ({ ...AT_START, phase, find: { ...find, ...NOTHING_FOUND } }))
}

interface OpenAttempt {
  source: PreviewAddress
  at: Position
  isRetry: boolean
}

async function run(scene: PreviewContext, { source, at, isRetry }: OpenAttempt): Promise<void> {
  const { signal } = scene.stop
  let bytes: number | undefined
  let thread: ParserThread | undefined
  try {
    const fetched = await fetchDocumentBytes(source.address, signal)
    bytes = fetched.bytes
    thread = parserThread()
    const opened = await openDocument(
      { bytes: fetched, thread, askPassword: createPasswordPrompt(scene, signal) },
      signal,
    )
    scene.opened = opened
    const reopen = (): void => reopenAt(scene, source)
    thread.lost.addEventListener('abort', reopen, { once: true, signal })
    const { closing } = opened
    closing.throwIfAborted()
    const fail = (): void => end(scene, { is: 'failed', failure: describeThrown(closing.reason, opened.bytes) })
    closing.addEventListener('abort', fail, { once: true, signal })
    await scene.stage?.show(opened, at, () => {
      const painting = { key: source.key, bytes: opened.bytes, paintedMs: performance.now() - fetched.arrivedMs }
      scene.store.setState({ phase: { is: 'shown' }, painting })
    })
    if (signal.aborted) return
    scene.find.again()
    // Not before: the first page is waited for, these are not. A document that does not tell them is shown without.
    const facts = await readFacts(opened).catch(ignoring('a document that does not tell them is shown without'))
    if (!signal.aborted) scene.store.setState({ facts })
  } catch (thrown) {
    if (signal.aborted) return
    // Another document broke the thread; this one gets a new thread.
    if (thread?.lost.aborted === true && !isRetry) await run(scene, { source, at, isRetry: true })
    else end(scene, { is: 'failed', failure: describeThrown(thrown, bytes) })
  }
}

/** The thread of a shown document has ended: shows the document again at the same place. */
function reopenAt(scene: PreviewContext, source: PreviewAddress): void {
  const { pageNumber, rotation } = scene.store.getState()
  end(scene, { is: 'opening' })
  void run(scene, { source, at: { pageNumber, rotation }, isRetry: true })
}

function createPasswordPrompt(scene: PreviewContext, signal: AbortSignal) {
  let attempts = 0
  return (isWrong: boolean, answer: (password: string) => void): void => {
    if (signal.aborted) return
    if (isWrong) attempts += 1
    scene.answerPassword = answer
    scene.store.setState({ phase: { is: 'password', attempts } })
  }
}
