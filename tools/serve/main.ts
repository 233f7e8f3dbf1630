// What `npm start` runs after the build: both views of the contract over HTTP, for this machine alone.
import { readFileSync } from 'node:fs'

import { banner, warning } from './banner.ts'
import { Failure, help, type Options, optionsFrom } from './options.ts'
import { contractHandler, listener, type Views } from './server.ts'

const refusals: Readonly<Record<string, (options: Options) => string>> = {
  EADDRINUSE: ({ port }) =>
    `Port ${port} is busy: set CUSTODY_PORT_BASE to another one, or stop the program on it.`,
  EACCES: ({ port }) =>
    `Port ${port} needs rights that this user lacks: set CUSTODY_PORT_BASE to one above 1023.`,
  EADDRNOTAVAIL: ({ host }) =>
    `${host} is no address of this machine: leave --host out, or name one that is.`,
  ENOTFOUND: ({ host }) => `${host} is not known here: leave --host out, or name an address of this machine.`,
}

try {
  const options = optionsFrom(process.argv.slice(2), process.env)
  if (options.help) console.log(help)
  else serve(options, { plain: readView('plain'), wire: readView('wire') })
} catch (error) {
  fail(error)
}

function readView(view: keyof Views): string {
  const file = `packages/types/openapi/${view}.json`
  try {
    return readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
  } catch {
    throw new Failure(`${file} cannot be read: \`npm run generate\` writes it.`, 1)
  }
}

function serve(options: Options, views: Views): void {
  const server = listener(contractHandler(views))
  const stop = (): void => {
    server.close()
    // Browsers keep connections open, and close() alone waits for those in use.
    server.closeAllConnections()
  }
  server.once('error', (error: NodeJS.ErrnoException) => {
    fail(
      new Failure(refusals[error.code ?? '']?.(options) ?? `The server cannot start: ${error.message}.`, 1),
    )
  })
  server.listen(options.port, options.host, () => {
    const address = server.address()
    announce({ ...options, port: typeof address === 'object' && address ? address.port : options.port })
  })
  process.on('SIGINT', stop).on('SIGTERM', stop)
}

function announce(options: Options): void {
  const caution = warning(options)
  if (caution) console.warn(caution)
  console.log(banner(options))
}

// A sentence for those that we know; anything else is a fault of ours and keeps its trace.
function fail(error: unknown): void {
  if (!(error instanceof Failure)) throw error
  console.error(error.message)
  process.exitCode = error.exitCode
}
