import { flushCompileCache } from 'node:module'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { FullConfig, Reporter, Suite, TestCase, TestError, TestResult } from 'playwright/types/testReporter'
import { PROJECT_ROOT } from '../support/project-files.ts'
import { sendEvent } from './run-events.ts'

/** Tells the runner of every journey as it begins and ends. */
export default class EventReporter implements Reporter {
  /** For each file: its journeys that have not ended, and how long the others took together. */
  readonly #files = new Map<string, { left: number; durationMs: number }>()

  onBegin(_config: FullConfig, suite: Suite): void {
    // For the workers, which are started next.
    flushCompileCache()
    for (const test of suite.allTests()) this.#fileOf(test).left += 1
  }

  onTestBegin(test: TestCase): void {
    sendEvent({ kind: 'begun', ...placeOf(test) })
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const outcome = test.outcome()
    if (outcome === 'skipped') sendEvent({ kind: 'skipped', ...placeOf(test) })
    else if (outcome === 'expected') sendEvent({ kind: 'passed', ...placeOf(test) })
    else sendEvent({ kind: 'failed', ...placeOf(test), error: describe(result.errors) })
    const file = this.#fileOf(test)
    file.left -= 1
    file.durationMs += result.duration
    if (file.left === 0) sendEvent({ kind: 'file-ended', file: placeOf(test).file, durationMs: file.durationMs })
  }

  onError(error: TestError): void {
    sendEvent({ kind: 'broken', where: 'outside of any test', error: describe([error]) })
  }

  printsToStdio(): boolean {
    return true
  }

  #fileOf(test: TestCase): { left: number; durationMs: number } {
    const { file } = placeOf(test)
    const known = this.#files.get(file) ?? { left: 0, durationMs: 0 }
    this.#files.set(file, known)
    return known
  }
}

function placeOf(test: TestCase): { file: string; test: string } {
  // The first three are the root, the project and the file.
  const title = test.titlePath().slice(3).join(' > ')
  return { file: path.relative(path.join(PROJECT_ROOT, 'test'), test.location.file), test: title }
}

function describe(errors: readonly TestError[]): string {
  const texts = errors.map(({ message, value, snippet, location }) => {
    const where = location === undefined ? '' : `at ${path.relative(PROJECT_ROOT, location.file)}:${location.line}`
    return [message ?? value, snippet, where].filter((part) => part !== undefined && part !== '').join('\n')
  })
  return stripVTControlCharacters(texts.join('\n'))
}
