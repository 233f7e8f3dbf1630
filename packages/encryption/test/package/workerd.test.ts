import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import { expect, test } from 'vitest'

import manifest from '../../package.json' with { type: 'json' }

const reason =
  "TypeError: Cloudflare's workerd cannot use merchant keys: its node:crypto does not sign with a loaded key. Run @custody-wallet/encryption on Node. A Worker can make plain calls with @custody-wallet/client/plain."

const root = new URL('../../', import.meta.url)
const entries = Object.entries(manifest.exports).flatMap(([path, target]) =>
  typeof target === 'object' ? [`@custody-wallet/encryption${path.slice(1)}`] : [],
)

/** Imports all modules in one process, because starting one is slow. */
const code = (sources: readonly string[]) => `
  import { registerHooks } from 'node:module'

  const sources = new Map(${JSON.stringify(sources.map((source, at) => [new URL(`source-${at}.js`, root).href, source]))})
  registerHooks({
    resolve: (name, context, next) => (sources.has(name) ? { url: name, shortCircuit: true } : next(name, context)),
    load: (url, context, next) =>
      sources.has(url) ? { format: 'module', source: sources.get(url), shortCircuit: true } : next(url, context),
  })
  for (const url of sources.keys()) await import(url).then(() => console.log('It loaded.'), (error) => console.log(String(error)))
`

// Bundlers for Workers also set the condition of browsers.
test.each([[['workerd']], [['workerd', 'browser']]])(
  'an import of any name throws the reason under %j',
  async (conditions) => {
    expect(entries.length).toBeGreaterThanOrEqual(7)
    const sources = entries.map(async (entry) => {
      const names: object = await import(entry)
      return `import { ${Object.keys(names).join()} } from '${entry}'`
    })
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        ...conditions.map((name) => `--conditions=${name}`),
        '--input-type=module',
        '-e',
        code(await Promise.all(sources)),
      ],
      { cwd: root },
    )
    expect(stdout.trim().split('\n')).toEqual(entries.map(() => reason))
  },
)
