import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node'
import { PROJECT_ROOT } from '../support/project-files.ts'
import { sendEvent } from './run-events.ts'

type TestError = ReturnType<TestModule['errors']>[number]

/** Tells the runner of every test as it begins and ends. */
export default class EventReporter implements Reporter {
  readonly #reported = new Set<string>()

  onTestCaseReady(testCase: TestCase): void {
    // Under load Vitest now and then reports that a test began after it has reported its result.
    if (this.#reported.has(testCase.id)) return
    sendEvent({ kind: 'begun', ...placeOf(testCase) })
  }

  onTestCaseResult(testCase: TestCase): void {
    const result = testCase.result()
    if (result.state === 'pending' || this.#reported.has(testCase.id)) return
    this.#reported.add(testCase.id)
    if (result.state === 'failed') {
      sendEvent({ kind: 'failed', ...placeOf(testCase), error: describe(result.errors) })
    } else {
      sendEvent({ kind: result.state === 'passed' ? 'passed' : 'skipped', ...placeOf(testCase) })
    }
  }

  onTestSuiteResult(suite: TestSuite): void {
    const errors = suite.errors()
    const where = `${fileOf(suite.module)} > ${suite.fullName} (a hook)`
    if (errors.length > 0) sendEvent({ kind: 'broken', where, error: describe(errors) })
  }

  onTestModuleEnd(module: TestModule): void {
    // Under load Vitest now and then reports the result of a test late or never; its module has it by now.
    for (const testCase of module.children.allTests()) this.onTestCaseResult(testCase)
    const errors = module.errors()
    const file = fileOf(module)
    if (errors.length > 0) {
      sendEvent({ kind: 'broken', where: `${file} (outside of its tests)`, error: describe(errors) })
    }
    const { duration, environmentSetupDuration, prepareDuration, collectDuration, setupDuration } = module.diagnostic()
    const durationMs = duration + environmentSetupDuration + prepareDuration + collectDuration + setupDuration
    sendEvent({ kind: 'file-ended', file, durationMs })
  }

  onTestRunEnd(_modules: readonly TestModule[], unhandled: readonly TestError[]): void {
    for (const error of unhandled) sendEvent({ kind: 'broken', where: 'outside of any test', error: describe([error]) })
  }
}

function placeOf(testCase: TestCase): { file: string; test: string } {
  return { file: fileOf(testCase.module), test: testCase.fullName }
}

/** Below `test`. */
function fileOf(module: TestModule): string {
  return path.relative(path.join(PROJECT_ROOT, 'test'), module.moduleId)
}

/** What was thrown, what was expected, and where in the project. */
function describe(errors: readonly TestError[]): string {
  const texts = errors.map(({ name, message, diff, stacks = [], stack = '' }) => {
    const places = stacks.slice(0, 4).map(({ file, line }) => `at ${path.relative(PROJECT_ROOT, file)}:${line}`)
    const where = places.length > 0 ? places.join('\n') : stack
    return [`${name}: ${message}`, diff, where].filter((part) => part !== undefined && part !== '').join('\n')
  })
  return stripVTControlCharacters(texts.join('\n'))
}
