import { Ajv } from 'ajv'
import { parse } from 'yaml'
import { z } from 'zod'
import { projectFile } from '../support/project-files.ts'

const targets = z.object({ target: z.array(z.string()), icon: z.string() })

/** The part of electron-builder.yml that the tests ask about. */
const settings = z.object({
  appId: z.string(),
  files: z.array(z.string()),
  afterPack: z.string(),
  win: targets.extend({ signExts: z.array(z.string()) }),
  mac: targets,
  linux: targets,
  toolsets: z.object({ appimage: z.string() }),
  msi: z.object({ upgradeCode: z.string() }),
  nsis: z.object({ guid: z.string() }),
})

export type BuilderSettings = z.infer<typeof settings>

export function readSettings(text = projectFile('electron-builder.yml')): unknown {
  return parse(text)
}

export function parseSettings(read: unknown): BuilderSettings {
  return settings.parse(read)
}

/** What electron-builder itself would refuse, by the schema that it brings. */
export function schemaErrors(read: unknown): string[] {
  const schema = z
    .record(z.string(), z.unknown())
    .parse(JSON.parse(projectFile('node_modules/app-builder-lib/scheme.json')))
  // As electron-builder sets it: its schema carries keywords of the tool that wrote it.
  const validate = new Ajv({ allErrors: true, strict: false }).compile(schema)
  if (validate(read)) return []
  return (validate.errors ?? []).map(({ instancePath, message, params }) =>
    [instancePath, message ?? '', JSON.stringify(params)].join(' '),
  )
}
