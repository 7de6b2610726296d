import path from 'node:path'

/**
 * Relative links of a Markdown file that lead to no file, as “file → target”. `exists` gets paths from the root of the
 * project. Code is not searched for links; headings are not looked up.
 */
export function brokenLinks(file: string, text: string, exists: (target: string) => boolean): string[] {
  const prose = text.replaceAll(/^(```|~~~)[\s\S]*?^\1/gm, '').replaceAll(/`[^`\n]*`/g, '')
  return [...prose.matchAll(/\]\(<?([^)\s>]+)/g), ...prose.matchAll(/^\[[^\]]+\]: (\S+)$/gm)]
    .map(([, target = '']) => target)
    .filter((target) => !/^([a-z][a-z+.-]*:|#)/i.test(target))
    .filter((target) => {
      const linked = decodeURIComponent(target.replace(/#.*$/, ''))
      return !exists(path.posix.join(path.posix.dirname(file), linked))
    })
    .map((target) => `${file} → ${target}`)
}

/** Links whose text is the name of a file other than the target, as a renamed file leaves them behind. */
export function misnamedLinks(file: string, text: string): string[] {
  return [...text.matchAll(/\[(?<name>[\w./-]+\.(?:tsx?|css|md))\]\((?<target>[^)#\s]+)/g)]
    .map(({ groups }) => [groups?.['name'] ?? '', groups?.['target'] ?? ''] as const)
    .filter(([name, target]) => path.posix.basename(name) !== path.posix.basename(target))
    .map(([name, target]) => `${file}: ${name} → ${target}`)
}
