type Appearance = 'system' | 'light' | 'dark'

/** Light, dark, or as the system has it: tokens.css follows `data-theme` on `<html>`, and the system where there is none. */
export function applyAppearance(appearance: Appearance): void {
  const { dataset } = document.documentElement
  if (appearance === 'system') delete dataset['theme']
  else dataset['theme'] = appearance
}
