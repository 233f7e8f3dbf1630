import { once } from 'node:events'

import { Failure, createMisuse, isLoopback, readPortBase, readVersion } from '@custody-wallet/demo/cli'

import type { Line, Run } from '../commands.ts'
import { type Control, createControl } from '../control.ts'
import { readDocuments } from '../mcp/documents.ts'
import type * as server from '../mcp/server.ts'

/** Serves MCP on standard input and output, until the input ends or Ctrl-C. */
export const run: Run<'mcp'> = async (line, screen) => {
  if (line.positionals.length > 0)
    throw createMisuse(`custody mcp accepts only options. Remove ${line.positionals.join(' ')}.`)
  const url = checkLocalAddress('--url', line.text('url') ?? `http://127.0.0.1:${readPortBase(screen.env) + 20}`)
  const [{ startServer }, { createPlainClient }] = await Promise.all([
    loadServer(),
    import('@custody-wallet/client/plain'),
  ])
  const context = {
    documents: readDocuments(),
    plain: createPlainClient({ url, headers: { 'App-Id': readMerchant(line) } }),
    control: () => createLocalControl(line.text('control'), screen.env),
  }
  if (process.stdin.isTTY) screen.warn('Waiting for an assistant on standard input. Press Ctrl-C to stop.')
  const { stopped } = screen
  const ended = once(process.stdin, 'end')
  const { close } = startServer(readVersion(new URL('../../package.json', import.meta.url)), context)
  await Promise.race([stopped, ended])
  await close()
}

async function loadServer(): Promise<typeof server> {
  try {
    return await import('../mcp/server.ts')
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
    if (!isMissing || !error.message.includes('@modelcontextprotocol/server')) throw error
    throw new Failure(
      'custody mcp needs a package that is not installed. Run: npm install @modelcontextprotocol/server',
      2,
    )
  }
}

function readMerchant(line: Line<'mcp'>): string {
  const merchant = line.text('merchant') ?? 'demo-modern'
  if (/^[!-~]+$/.test(merchant)) return merchant
  throw createMisuse('--merchant must be an app_id of the sandbox such as demo-modern.')
}

function createLocalControl(url: string | undefined, env: NodeJS.ProcessEnv): Control {
  const control = createControl(url, env)
  checkLocalAddress('--control', control.url)
  return control
}

/** Rejects addresses of other machines: an assistant must not reach a service with real money. */
function checkLocalAddress(option: string, url: string): string {
  const address = URL.canParse(url) ? new URL(url) : undefined
  // Equality also rejects a user, path, query or fragment.
  if (isLoopback(address?.hostname ?? '') && address?.href === `${address?.origin}/`) return url
  throw createMisuse(`${option} must be a URL of this machine, such as http://127.0.0.1:4020.`)
}
