export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const

/** The shells that there are completion scripts for. */
export type Shell = (typeof SHELLS)[number]
