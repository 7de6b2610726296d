/** Whether a window could be shown: always on Windows and macOS, elsewhere if the session names a display. */
export function hasDisplay(platform = process.platform, env: NodeJS.ProcessEnv = process.env): boolean {
  if (platform === 'win32' || platform === 'darwin') return env['SSH_CONNECTION'] === undefined
  return (env['DISPLAY'] ?? '') !== '' || (env['WAYLAND_DISPLAY'] ?? '') !== ''
}
