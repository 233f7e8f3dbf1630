// Runs one suite and prints a line for each figure: npm run bench -- NAME
import { type Figure, line, meets, type Suite, verdict } from './figure.ts'

const suites: Readonly<Record<string, () => Promise<Suite>>> = {
  cli: async () => (await import('./suites/cli.ts')).cli,
  client: async () => (await import('./suites/client.ts')).client,
  console: async () => (await import('./suites/console.ts')).console,
  contract: async () => (await import('./suites/contract.ts')).contract,
  docs: async () => (await import('./suites/docs.ts')).docs,
  encryption: async () => (await import('./suites/encryption.ts')).encryption,
  install: async () => (await import('./suites/install.ts')).install,
  mock: async () => (await import('./suites/mock.ts')).mock,
  receiver: async () => (await import('./suites/receiver.ts')).receiver,
  sandbox: async () => (await import('./suites/sandbox.ts')).sandbox,
  server: async () => (await import('./suites/server.ts')).server,
  workflows: async () => (await import('./suites/workflows.ts')).workflows,
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2))

async function main(args: readonly string[]): Promise<number> {
  const [name, ...more] = args
  if (name === undefined || args.includes('--help')) {
    console.log(await usage())
    return 0
  }
  const suite = Object.hasOwn(suites, name) ? suites[name] : undefined
  if (suite && more.length === 0) return run(name, await suite())
  const fault = suite ? `One suite at a time: remove ${more.join(' ')}.` : `There is no suite named ${name}.`
  console.error(`${fault} Choose one of ${Object.keys(suites).join(', ')}; --help says what they measure.`)
  return 2
}

/** Prints a line for each figure of a suite and the verdict. Resolves with the exit code. */
export async function run(name: string, { figures }: Suite): Promise<number> {
  const found: Figure[] = []
  try {
    for await (const figure of figures()) {
      found.push(figure)
      console.log(line(figure))
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    console.error(`The suite ${name} stopped after ${found.length} figures: ${reason}`)
    return 1
  }
  console.log(verdict(found))
  return found.every(meets) ? 0 : 1
}

async function usage(): Promise<string> {
  const lists = Object.entries(suites).map(async ([name, suite]) => {
    const { measures } = await suite()
    const width = Math.max(...Object.keys(measures).map(({ length }) => length))
    const lines = Object.entries(measures).map(([figure, what]) => `  ${figure.padEnd(width)}  ${what}`)
    return [name, ...lines].join('\n')
  })
  return `npm run bench -- NAME measures one of these suites. It exits with 1 if a goal is missed:

${(await Promise.all(lists)).join('\n\n')}`
}
