import { projectFiles } from './project-files.ts'

/** What starts a RabbitMQ, directly or for its user. */
const STARTS_ONE = /from '[^']*\/(?:borrow-broker|private-broker|feed-desk|firm|kill-firm|firm-demo|campaign)\.ts'/

/** Why the tests at a real queue cannot run; undefined where they can. `npm test` installs RabbitMQ on Debian only. */
export const NO_BROKER: string | undefined =
  process.platform === 'linux' ? undefined : 'RabbitMQ is installed for the tests on Debian only'

/** Tests and journeys at a real queue, which cannot run here; none where it can be had. Paths from the project’s root. */
export function testsWithoutBroker(): string[] {
  if (NO_BROKER === undefined) return []
  const files = [...projectFiles('test/{integration,e2e}/**/*.{test,spec}.ts')]
  return files.filter(([, text]) => STARTS_ONE.test(text)).map(([file]) => file)
}
