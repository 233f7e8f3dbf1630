import type { Suite } from './figure.ts'

/** All suites, by name. Each is loaded only to run it or to list what it measures. */
export const suites: Readonly<Record<string, () => Promise<Suite>>> = {
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

/** What the figures of all suites measure. */
export async function listMeasures(): Promise<string> {
  const lists = Object.entries(suites).map(async ([name, suite]) => {
    const lines = Object.entries((await suite()).measures)
    const width = Math.max(...lines.map(([figure]) => figure.length))
    return [name, ...lines.map(([figure, what]) => `  ${figure.padEnd(width)}  ${what}`)].join('\n')
  })
  return (await Promise.all(lists)).join('\n\n')
}
