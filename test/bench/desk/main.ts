import { parseArgs } from 'node:util'
import { writeBenchSection } from '../measuring/bench-section.ts'
import { busyWarning, describeRun } from '../measuring/machine.ts'
import { runBench } from '../measuring/run-bench.ts'
import { gridBench } from './grid-bench.ts'
import { gridMisses, gridTable } from './grid-table.ts'
import { benchIndex, indexMisses, indexTable } from './index-bench.ts'
import { benchLoad } from './load-bench.ts'
import { loadMisses, loadTable } from './load-table.ts'
import { benchOrigins, originsMisses, originsTable } from './origins-bench.ts'
import { benchPalette } from './palette-bench.ts'
import { paletteMisses, paletteTable } from './palette-table.ts'
import { benchPreview, previewMisses, previewTables } from './preview-bench.ts'
import { benchSaveLatency } from './save-latency-bench.ts'
import { saveLatencyMisses, saveLatencyTables } from './save-latency-table.ts'
import { benchWorklist, worklistMisses, worklistTable } from './worklist-bench.ts'

const { values } = parseArgs({ options: { only: { type: 'string' } } })
const PARTS = ['load', 'grid', 'worklist', 'palette', 'preview', 'saving', 'indexing'] as const
if (values.only !== undefined && !PARTS.some((part) => part === values.only)) {
  throw new Error(`Usage: npm run bench:desk -- [--only ${PARTS.join('|')}]`)
}

const measures = {
  load: measureLoad,
  grid: measureGrid,
  palette: measurePalette,
  worklist: measureWorklist,
  preview: measurePreview,
  saving: measureSaving,
  indexing: measureIndexing,
}

await runBench({ name: 'desk' }, async (workFolder) => {
  const warning = busyWarning()
  if (warning !== undefined) console.error(warning)
  const run = describeRun('bench:desk')
  const parts = PARTS.filter((part) => values.only === undefined || part === values.only)
  const misses: string[] = []
  for (const part of parts) misses.push(...(await measures[part](run, workFolder)))
  for (const miss of misses) console.error(`Over its limit: ${miss}`)
  if (misses.length > 0) process.exitCode = 1
})

async function measureLoad(run: string, workFolder: string): Promise<string[]> {
  const { rounds, screens } = await benchLoad(workFolder)
  const table = loadTable(screens)
  console.log(table)
  const text = `## The desk’s first screen\n\nFrom opening the built page in Chromium to its first paint, and to the end of the frame with a field that can be typed into; medians of ${rounds} rounds (least–most), turn about with a form by bare React. Cold is a browser that never saw the page, warm the same window loaded again. Script is what was fetched until then, unpacked.\n\n${table}\n\n${run}`
  await writeBenchSection({ id: 'desk-load', text })
  return loadMisses(screens)
}

async function measureGrid(run: string): Promise<string[]> {
  const result = await gridBench()
  const table = gridTable(result)
  console.log(table)
  const rows = result.rows.toLocaleString('en')
  const text = `## The desk’s grid\n\n${rows} rows with the columns of the search in Chromium; medians of ${result.grid.length} rounds (least–most).\n\n${table}\n\n${run}`
  await writeBenchSection({ id: 'desk-grid', text })
  return gridMisses(result)
}

async function measurePalette(run: string, workFolder: string): Promise<string[]> {
  const result = await benchPalette(workFolder)
  const table = paletteTable(result)
  console.log(table)
  const text = `## The desk’s palette\n\nFrom a key press to the end of the frame that lists what the desk knows for what was typed, in Chromium: references, names and two words, typed and taken back. After each letter another key is pressed that only calls the desk, is refused at once and waits for its frame: what no list can go below on that machine, over the shell’s HTTP. Memory grows once, when the names are read; nothing is added to the index on the disk.\n\n${table}\n\n${run}`
  await writeBenchSection({ id: 'desk-palette', text })
  return paletteMisses(result)
}

async function measureWorklist(run: string, workFolder: string): Promise<string[]> {
  const result = await benchWorklist(workFolder)
  const table = worklistTable(result)
  console.log(table)
  const text = `## The desk’s worklist\n\nFrom pasting a list to the frame that shows it, in Chromium, read, kept in the database and with its check begun; medians of ${result.rounds} rounds (least–most). No answer of the service is waited for: each line shows its own as it comes.\n\n${table}\n\n${run}`
  await writeBenchSection({ id: 'desk-worklist', text })
  return worklistMisses(result)
}

async function measurePreview(run: string, workFolder: string): Promise<string[]> {
  const result = await benchPreview()
  const origins = await benchOrigins(workFolder)
  const tables = `${previewTables(result)}\n\n${originsTable(origins)}`
  console.log(tables)
  const text = `## The desk’s preview\n\nFrom the bytes being in the page to page 1 being painted, in Chromium, beside bare pdf.js with a warm worker on the same document in the same run; and over http beside an origin that is not of http, as Electron’s.\n\n${tables}\n\n${run}`
  await writeBenchSection({ id: 'desk-preview', text })
  return [...previewMisses(result), ...originsMisses(origins)]
}

async function measureSaving(run: string, workFolder: string): Promise<string[]> {
  const result = await benchSaveLatency(workFolder)
  const tables = saveLatencyTables(result)
  console.log(tables)
  const kilobytes = result.documentBytes / 1000
  const text = `## The desk while it saves\n\nFrom a key press to the end of the frame that shows what came of it, in Chromium, while the desk beside it saves ${result.documents.toLocaleString('en')} documents of ${kilobytes} kB, and the same keys at rest. The service, the desk and the browser share the cores.\n\n${tables}\n\n${run}`
  await writeBenchSection({ id: 'desk-saving', text })
  return saveLatencyMisses(result)
}

async function measureIndexing(run: string, workFolder: string): Promise<string[]> {
  const result = await benchIndex(workFolder)
  const table = indexTable(result)
  console.log(table)
  const text = `## The desk while it reads what it saved\n\nSaves of 2,000 documents of 150 kB, turn about with the index of texts off and on, while thousands of documents wait to be read; medians. Then keys in the grid, from the press to the painted frame, while they are read. The service, the desk, its reader and the browser share the cores; memory is that of the desk’s process.\n\n${table}\n\n${run}`
  await writeBenchSection({ id: 'desk-indexing', text })
  return indexMisses(result)
}
