import { StatementSync } from 'node:sqlite'

/*
 * Preloaded into a program, this file kills it when it is about to record the first document: after that one was given its
 * name, and before anything says so.
 */

/** The environment of a program that is to end like that. */
export function killedAtRecord(): Record<string, string> {
  return { NODE_OPTIONS: `--import=${import.meta.url}`, KILLED_AT_RECORD: '1' }
}

function install(): void {
  StatementSync.prototype.run = new Proxy(StatementSync.prototype.run, {
    apply: (run, statement: StatementSync, values) => {
      if (statement.sourceSQL.includes('INTO saved_versions')) process.kill(process.pid, 'SIGKILL')
      const ran: unknown = Reflect.apply(run, statement, values)
      return ran
    },
  })
}

if (process.env['KILLED_AT_RECORD'] !== undefined) install()
