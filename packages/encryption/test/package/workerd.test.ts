// The built package under the condition of Cloudflare's workerd, where no entry can use keys.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import { expect, test } from 'vitest'

import manifest from '../../package.json' with { type: 'json' }

const reason =
  "TypeError: Cloudflare's workerd cannot use merchant keys: its node:crypto does not sign with a loaded key. Run @custody-wallet/encryption on Node. A Worker can make plain calls with @custody-wallet/client/plain."

const run = (code: string, ...flags: readonly string[]) =>
  promisify(execFile)(process.execPath, [...flags, '--input-type=module', '-e', code], {
    cwd: new URL('../..', import.meta.url),
  })

const entries = Object.entries(manifest.exports).flatMap(([path, target]) =>
  typeof target === 'object' ? [`@custody-wallet/encryption${path.slice(1)}`] : [],
)

test.each(entries)('%s gives the reason to an import of any of its names', async (entry) => {
  const { stdout } = await run(`console.log(Object.keys(await import('${entry}')).join())`)
  const code = `import { ${stdout.trim()} } from '${entry}'`
  await expect(run(code, '--conditions=workerd')).rejects.toThrow(reason)
  // Bundlers for Workers also have the condition of browsers.
  await expect(run(code, '--conditions=workerd', '--conditions=browser')).rejects.toThrow(reason)
})
