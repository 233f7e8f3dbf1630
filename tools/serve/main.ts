// `npm start` runs this after the build: the docs site and both mocks over HTTP on loopback.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

import { banner, warning } from './banner.ts'
import { Failure, type Options, help, optionsFrom } from './options.ts'
import { readSite } from './site.ts'

// Errors of the mock by name, because the mock is loaded later.
const mockErrors: ReadonlySet<string> = new Set(['ListenError', 'StateError'])

// Node's default folder for the compile cache is writable for every user.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/serve', import.meta.url)))

try {
  const options = optionsFrom(process.argv.slice(2), process.env)
  if (options.help) console.log(help)
  else await serve(options)
} catch (error) {
  fail(error)
}

async function serve(options: Options): Promise<void> {
  // Signals also count while the servers start.
  const stopped = new Promise((resolve) => {
    process.on('SIGINT', resolve).on('SIGTERM', resolve)
  })
  // The mocks are large, so they are loaded only to start them.
  const { startAll } = await import('./start.ts')
  const { started, close } = await startAll(options, readSite(new URL('../../dist/docs/', import.meta.url)))
  const caution = warning(options)
  if (caution) console.warn(caution)
  console.log(banner(started))
  await stopped
  await close()
  // Without this, a second signal could kill the program while it ends.
  process.exit()
}

// Known errors are one sentence. Others are bugs and keep their stack.
function fail(error: unknown): void {
  if (!(error instanceof Failure || (error instanceof Error && mockErrors.has(error.name)))) throw error
  console.error(error.message)
  process.exitCode = error instanceof Failure ? error.exitCode : 1
}
