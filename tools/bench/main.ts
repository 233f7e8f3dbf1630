// Runs suites and judges their goals: npm run bench -- [NAME...]
import { parseArgs } from 'node:util'

import { compare, judge } from './judge.ts'
import { root } from './measure.ts'
import { runSuite } from './run.ts'
import { listMeasures, suites } from './suites.ts'

const usage = `npm run bench -- [NAME...] [--against FOLDER]

Runs all suites, or those that you name. Judges each goal by the median of five runs, and stops a suite earlier when three
runs agree. Exits with 1 if a goal is missed or a suite does not run. With --against, the suites of this tree and of another
take turns instead, and the ratios of their figures follow. The suites and their figures:
`

const all = Object.keys(suites)

async function main(args: readonly string[]): Promise<number> {
  const options = { help: { type: 'boolean' }, against: { type: 'string' } } as const
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
  if (values.help) {
    console.log(`${usage}\n${await listMeasures()}`)
    return 0
  }
  const names = positionals.length > 0 ? positionals : all
  const unknown = names.find((name) => !all.includes(name))
  if (unknown !== undefined) throw new TypeError(`Unknown suite ${unknown}. Choose from ${all.join(', ')}.`)
  const runOwn = (name: string) => runSuite(name, root)
  const { against } = values
  if (against === undefined) return judge(names, runOwn)
  await compare(names, runOwn, (name) => runSuite(name, against))
  return 0
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof TypeError ? `${error.message} See --help.` : error)
  process.exitCode = 2
}
