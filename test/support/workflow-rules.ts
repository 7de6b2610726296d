import { NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser'
import { parse } from 'yaml'
import { z } from 'zod'

const step = z.looseObject({
  uses: z.string().optional(),
  run: z.string().optional(),
  env: z.record(z.string(), z.coerce.string()).optional(),
  with: z.looseObject({ 'node-version': z.coerce.string().optional() }).optional(),
})
const workflow = z.looseObject({
  permissions: z.record(z.string(), z.string()),
  concurrency: z.looseObject({ group: z.string() }),
  jobs: z.record(z.string(), z.looseObject({ steps: z.array(step) })),
})

const PINNED = /^[\w./-]+@[0-9a-f]{40}$/

/** What GitHub itself would say of a workflow before it runs anything, by its own parser and schema. */
export function syntaxProblems(name: string, content: string): string[] {
  const { context } = parseWorkflow({ name, content }, new NoOperationTraceWriter())
  return context.errors.getErrors().map(({ message }) => message)
}

/** Versions of Node that a workflow sets up and the project does not use; its major alone is enough to start npm with. */
export function otherNodes(content: string, version: string): string[] {
  const [major = version] = version.split('.')
  return stepsOf(content)
    .flatMap((one) => one.with?.['node-version'] ?? [])
    .filter((node) => node !== version && node !== major)
}

/** The script of the step that has this line, or a part of it. */
export function scriptWith(content: string, line: string): string {
  return stepsOf(content).find(({ run }) => run?.includes(line))?.run ?? ''
}

/** What the step that runs this line is given by the environment. */
export function environmentOf(content: string, line: string): Record<string, string> {
  return stepsOf(content).find(({ run }) => run === line)?.env ?? {}
}

function stepsOf(content: string): z.infer<typeof step>[] {
  const { jobs } = workflow.parse(parse(content))
  return Object.values(jobs).flatMap((job) => job.steps)
}

export interface Commands {
  /** Scripts of package.json. */
  scripts: ReadonlySet<string>
  /** Programs that npm installs. */
  programs: ReadonlySet<string>
  isFile(path: string): boolean
}

/** What a workflow starts that the project does not have; and actions whose content may be another one tomorrow. */
export function brokenSteps(content: string, { scripts, programs, isFile }: Commands): string[] {
  const steps = stepsOf(content)
  const loose = steps.flatMap(({ uses = '' }) => (uses === '' || PINNED.test(uses) ? [] : [uses]))
  const lines = steps.flatMap(({ run = '' }) => run.split('\n'))
  const named = (pattern: RegExp): string[] =>
    lines.flatMap((line) => [...line.matchAll(pattern)].map(([, name = '']) => name))
  return [
    ...loose,
    ...named(/\bnpm run ([\w:-]+)/g).filter((script) => !scripts.has(script)),
    ...named(/\bnpm (test)\b/g).filter((script) => !scripts.has(script)),
    ...named(/\bnpx ([\w-]+)/g).filter((program) => !programs.has(program)),
    ...named(/(?:^|\.\/|\bsh |\bnode )((?:test|packaging)\/[\w./-]+)/g).filter((file) => !isFile(file)),
  ]
}
