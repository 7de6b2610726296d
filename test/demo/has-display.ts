/** Whether a window could be seen: Windows and macOS have a desktop, elsewhere the session says where it is. */
export function hasDisplay(platform = process.platform, env: NodeJS.ProcessEnv = process.env): boolean {
  if (platform === 'win32' || platform === 'darwin') return env['SSH_CONNECTION'] === undefined
  return (env['DISPLAY'] ?? '') !== '' || (env['WAYLAND_DISPLAY'] ?? '') !== ''
}
