/** Whether a process of this computer is there, whoever started it. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (thrown) {
    // It runs as another user.
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'EPERM'
  }
}
