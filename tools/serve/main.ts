// What `npm start` runs after the build: the docs site and both mocks over HTTP, for this machine alone.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

import { banner, warning } from './banner.ts'
import { Failure, type Options, help, optionsFrom } from './options.ts'
import { readSite } from './site.ts'

// By their names: the mock itself is loaded late.
const ofTheMock: ReadonlySet<string> = new Set(['ListenError', 'StateError'])

// What is compiled once need not be compiled at every start. Node would keep it where every user may write.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/serve', import.meta.url)))

try {
  const options = optionsFrom(process.argv.slice(2), process.env)
  if (options.help) console.log(help)
  else await serve(options)
} catch (error) {
  fail(error)
}

async function serve(options: Options): Promise<void> {
  // Signals that come while the servers start end it as well.
  const stopped = new Promise((resolve) => {
    process.on('SIGINT', resolve).on('SIGTERM', resolve)
  })
  // Loaded once there is something to start: the mocks are large.
  const { startAll } = await import('./start.ts')
  const { started, close } = await startAll(options, readSite(new URL('../../dist/docs/', import.meta.url)))
  const caution = warning(options)
  if (caution) console.warn(caution)
  console.log(banner(started))
  await stopped
  await close()
  // At once: a second signal would kill a program that merely runs dry.
  process.exit()
}

// A sentence for those that we know; anything else is a fault of ours and keeps its trace.
function fail(error: unknown): void {
  if (!(error instanceof Failure || (error instanceof Error && ofTheMock.has(error.name)))) throw error
  console.error(error.message)
  process.exitCode = error instanceof Failure ? error.exitCode : 1
}
