// The programs of docs/outgoing-proxies.md call a service that admits only the address of their proxy.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'

import { buildMerchantVariables, loadDemoKeys } from '@custody-wallet/demo'
import { createSandbox } from '@custody-wallet/sandbox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { putDemoKeys } from '../../../../packages/demo/test/support/demo-keys.ts'
import { createTerminalEnvironment } from '../../../workspace/environment.ts'
import { type ProgramResult, runProgram } from '../../../workspace/processes.ts'
import { root } from '../../../workspace/root.ts'
import { listBlocks } from '../../blocks.ts'
import { runInFolder } from '../../folder.ts'
import { writePrograms } from '../../page-programs.ts'

const page = 'docs/outgoing-proxies.md'
const host = 'api.custody.example'
const proxyAddress = '127.0.0.2'

const stack = new AsyncDisposableStack()
afterAll(() => stack.disposeAsync())

async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => sockets.add(socket))
  stack.defer(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

function connectBoth(one: Socket, other: Socket): void {
  one.on('error', () => other.destroy()).pipe(other)
  other.on('error', () => one.destroy()).pipe(one)
}

/** Ends TLS in front of a server, which sees the address of the caller. */
async function startTls(folder: string, port: number): Promise<number> {
  const key = join(folder, 'key.pem')
  const cert = join(folder, 'cert.pem')
  const names = `subjectAltName=DNS:${host},IP:127.0.0.1`
  const options = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1', '-subj', '/CN=test']
  execFileSync('openssl', ['req', '-x509', ...options, '-addext', names, '-keyout', key, '-out', cert], {
    stdio: 'pipe',
  })
  const server = createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) }, (client) =>
    connectBoth(client, connect({ port, host: '127.0.0.1', localAddress: client.remoteAddress ?? '' })),
  )
  return listen(server)
}

interface Seen {
  readonly requests: string[]
  readonly bytes: Buffer[]
}

/** A proxy that tunnels from an address of its own. */
async function startProxy(): Promise<Seen & { readonly url: string }> {
  const seen: Seen = { requests: [], bytes: [] }
  const server = createServer().on('connect', ({ url = '', headers }, client: Socket) => {
    seen.requests.push(`${url} ${JSON.stringify(headers)}`)
    const port = Number(new URL(`https://${url}`).port)
    const service = connect({ port, host: '127.0.0.1', localAddress: proxyAddress })
    service.once('connect', () => client.write('HTTP/1.1 200 OK\r\n\r\n'))
    for (const socket of [client, service]) socket.on('data', (bytes: Buffer) => seen.bytes.push(bytes))
    connectBoth(client, service)
  })
  return { ...seen, url: `http://127.0.0.1:${await listen(server)}` }
}

/** The variables that the page shows, with the address of this proxy. */
function readVariables(proxy: string): Readonly<Record<string, string>> {
  const text = readFileSync(join(root, page), 'utf8')
  const block = listBlocks({ path: page, text }).find(({ language }) => language === 'text')
  const entries = [...(block?.code ?? '').matchAll(/^(\w+)=(.+)$/gm)].map(([, name = '', value = '']) => [name, value])
  return { ...Object.fromEntries(entries), HTTPS_PROXY: proxy }
}

type Run = readonly [args: readonly string[], env: Readonly<Record<string, string>>]

describe.skipIf(process.platform === 'darwin')('a service that admits only the address of a proxy', () => {
  let proxy: Awaited<ReturnType<typeof startProxy>>
  let results: Readonly<Record<string, ProgramResult>>
  let secrets: readonly string[]

  beforeAll(() =>
    runInFolder(async (folder) => {
      writePrograms(page, folder)
      putDemoKeys(folder)
      const sandbox = await createSandbox({ directory: folder })
      stack.defer(() => sandbox.close())
      await sandbox.control.merchants.update({ appId: 'demo-modern', addresses: [proxyAddress] })
      const { wire } = await sandbox.listen()
      const port = await startTls(folder, Number(new URL(wire.url).port))
      proxy = await startProxy()
      const keys = loadDemoKeys(folder).modern
      secrets = [keys.apiKey, keys.appId, '/open-api/', 'Timestamp']
      const near = buildMerchantVariables('modern', keys, `https://127.0.0.1:${port}`)
      const far = {
        ...buildMerchantVariables('modern', keys, `https://${host}:${port}`),
        CUSTODY_INSECURE_HOSTS: host,
      }
      const { NODE_USE_ENV_PROXY: _use, ...variables } = readVariables(proxy.url)
      const runs: Readonly<Record<string, Run>> = {
        directly: [['check-address.mts'], near],
        'by variables': [['check-address.mts'], { ...far, ...readVariables(proxy.url) }],
        'by an option': [['--use-env-proxy', 'check-address.mts'], { ...far, ...variables }],
        'by its own fetch': [['proxied.mts'], { ...far, SHOP_PROXY: proxy.url }],
      }
      const { signal } = new AbortController()
      const trust = { ...createTerminalEnvironment(process.env), NODE_EXTRA_CA_CERTS: join(folder, 'cert.pem') }
      const entries = Object.entries(runs).map(async ([name, [args, env]]) => {
        const where = { cwd: folder, env: { ...trust, ...env }, signal }
        return [name, await runProgram([process.execPath, ...args], where)] as const
      })
      results = Object.fromEntries(await Promise.all(entries))
    }),
  )

  test('rejects a direct call', () => {
    expect(results['directly']).toMatchObject({ code: 1, err: expect.stringContaining('getToken') })
  })

  test.each(['by variables', 'by an option', 'by its own fetch'])(
    'admits a call that goes through the proxy %s',
    (name) => {
      expect(results[name]).toMatchObject({
        code: 0,
        out: expect.stringMatching(/^The service admits \w+ \w+\. /),
        err: '',
      })
    },
  )

  test('is all that the proxy sees of the three calls', () => {
    const authorities = proxy.requests.map((request) => request.split(':')[0])
    expect(authorities).toEqual([host, host, host])
    const seen = Buffer.concat([...proxy.bytes, ...proxy.requests.map((text) => Buffer.from(text))])
    expect(secrets.filter((secret) => seen.includes(secret))).toEqual([])
    expect(seen.length).toBeGreaterThan(3000)
  })
})
