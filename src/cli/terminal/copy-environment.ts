import process from 'node:process'

/** A copy of the environment in which names of Windows are found however they were spelled: there, in capitals. */
export function copyEnvironment(env: NodeJS.ProcessEnv): Record<string, string | undefined> {
  if (process.platform !== 'win32') return { ...env }
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [name.toUpperCase(), value]))
}
