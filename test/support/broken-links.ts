import path from 'node:path'

/**
 * Relative links of a Markdown file that lead to nothing, as “file → target”.
 * `exists` is asked with paths from the root of the project. Code is no link; headings are not looked up.
 */
export function brokenLinks(file: string, text: string, exists: (target: string) => boolean): string[] {
  const prose = text.replaceAll(/^(```|~~~)[\s\S]*?^\1/gm, '').replaceAll(/`[^`\n]*`/g, '')
  return [...prose.matchAll(/\]\(<?([^)\s>]+)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^([a-z][a-z+.-]*:|#)/i.test(target))
    .filter((target) => {
      const linked = decodeURIComponent(target.replace(/#.*$/, ''))
      return !exists(path.posix.join(path.posix.dirname(file), linked))
    })
    .map((target) => `${file} → ${target}`)
}
