// Runs one suite and prints a line for each figure: npm run bench -- NAME
import type { Suite } from './figure.ts'
import { run } from './run.ts'
import { client } from './suites/client.ts'
import { contract } from './suites/contract.ts'
import { docs } from './suites/docs.ts'
import { encryption } from './suites/encryption.ts'
import { install } from './suites/install.ts'
import { mock } from './suites/mock.ts'
import { workflows } from './suites/workflows.ts'

const suites: Readonly<Record<string, Suite>> = {
  client,
  contract,
  docs,
  encryption,
  install,
  mock,
  workflows,
}

const usage = `npm run bench -- NAME measures one of these and exits with 1 if a goal is missed:

${Object.entries(suites).map(described).join('\n\n')}`

process.exitCode = await main(process.argv.slice(2))

async function main(args: readonly string[]): Promise<number> {
  const [name, ...more] = args
  if (name === undefined || args.includes('--help')) return tell(usage)
  const suite = Object.hasOwn(suites, name) ? suites[name] : undefined
  if (!suite) return refuse(`There is no suite named ${name}.`)
  if (more.length > 0) return refuse(`One suite at a time; ${more.join(' ')} is too much.`)
  return run(name, suite)
}

function described([name, { measures }]: readonly [string, Suite]): string {
  const width = Math.max(...Object.keys(measures).map(({ length }) => length))
  const lines = Object.entries(measures).map(([figure, what]) => `  ${figure.padEnd(width)}  ${what}`)
  return [name, ...lines].join('\n')
}

function tell(text: string): number {
  console.log(text)
  return 0
}

function refuse(sentence: string): number {
  console.error(`${sentence}\n\n${usage}`)
  return 2
}
