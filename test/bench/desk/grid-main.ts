import { busyWarning, describeMachine } from '../measuring/machine.ts'
import { gridBench } from './grid-bench.ts'
import { gridMisses, gridTable } from './grid-table.ts'

const warning = busyWarning()
if (warning !== undefined) console.error(warning)
console.log(describeMachine())
const result = await gridBench()
console.log(`${result.rows.toLocaleString('en')} rows; medians of ${result.grid.length} rounds (least–most)\n`)
console.log(gridTable(result))
for (const miss of gridMisses(result)) console.error(`Too slow: ${miss}`)
if (gridMisses(result).length > 0) process.exitCode = 1
