/** Joins the class names that apply: `classes(styles.row, isOpen && styles.open)`. */
export function classes(...names: readonly (string | false | undefined)[]): string {
  return names.filter((name) => typeof name === 'string').join(' ')
}
