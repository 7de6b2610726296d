import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const TEMPLATES = join('node_modules', 'app-builder-lib', 'templates', 'linux')
/** Where electron-builder.yml looks for them. */
const MADE = join('out', 'packaging')
const LAUNCHER = '/opt/${sanitizedProductName}/resources/cli/bin/${executable}'

/** In a terminal, `parcel-desk` is the command line, which needs no screen; the desk is started from the menu. */
const ADDED = `
if type update-alternatives >/dev/null 2>&1; then
    update-alternatives --install '/usr/bin/\${executable}' '\${executable}' '${LAUNCHER}' 200
else
    ln -sf '${LAUNCHER}' '/usr/bin/\${executable}'
fi
`
const REMOVED = `
if type update-alternatives >/dev/null 2>&1; then
    update-alternatives --remove '\${executable}' '${LAUNCHER}'
fi
`

/** Writes what the .deb runs when it is installed and removed: electron-builder's own, and the place of the command line. */
export async function writeDebScripts(root: string): Promise<void> {
  await mkdir(join(root, MADE), { recursive: true })
  for (const [name, addition] of [
    ['after-install.tpl', ADDED],
    ['after-remove.tpl', REMOVED],
  ] as const) {
    const template = await readFile(join(root, TEMPLATES, name), 'utf8')
    await writeFile(join(root, MADE, name), `${template.trimEnd()}\n${addition}`)
  }
}
