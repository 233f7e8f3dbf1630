import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'

import { expect, onTestFinished, test } from 'vitest'

import { bannerOf, start } from './program.ts'

const originIn = (text: string): string => /http:\/\/[^/\s]+/.exec(text)?.[0] ?? 'no address'

/** A port that another program holds until the test is over. */
async function heldPort(): Promise<number> {
  const other = createServer()
  onTestFinished(() => void other.close())
  await once(other.listen(0, '127.0.0.1'), 'listening')
  return (other.address() as AddressInfo).port
}

async function freePort(): Promise<number> {
  const other = createServer()
  await once(other.listen(0, '127.0.0.1'), 'listening')
  const { port } = other.address() as AddressInfo
  await once(other.close(), 'close')
  return port
}

test('the banner gives the addresses, a curl, and what is not there yet', async () => {
  const text = await bannerOf(start(['--port', '0']))
  const origin = originIn(text)
  expect(origin).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/)
  for (const path of ['/', '/plain.json', '/wire.json']) expect(text).toContain(`  ${origin}${path} `)
  expect(text).toContain('The mock and the docs site are not there yet.')
})

test('the curl of the banner is answered', async () => {
  const [, address = ''] = /curl --head (\S+)/.exec(await bannerOf(start(['--port', '0']))) ?? []
  const response = await fetch(address, { method: 'HEAD' })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/json')
})

test('the port base of the environment is where it listens', async () => {
  const port = await freePort()
  const text = await bannerOf(start([], { CUSTODY_PORT_BASE: String(port) }))
  expect(originIn(text)).toBe(`http://127.0.0.1:${port}`)
})

test('a busy port is named in one sentence that says what to do', async () => {
  const port = await heldPort()
  const program = start(['--port', String(port)])
  expect(await program.ended).toBe(1)
  expect(program.said()).toEqual({
    out: '',
    err: `Port ${port} is busy: set CUSTODY_PORT_BASE to another one, or stop the program on it.\n`,
  })
})

test('an address of another machine is refused in a sentence', async () => {
  const program = start(['--host', '192.0.2.1', '--port', '0'])
  expect(await program.ended).toBe(1)
  expect(program.said().err).toBe(
    '192.0.2.1 is no address of this machine: leave --host out, or name one that is.\n',
  )
})

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s ends it with exit code 0 and without a word',
  async (signal) => {
    const program = start(['--port', '0'])
    const before = await bannerOf(program)
    program.child.kill(signal)
    expect(await program.ended).toBe(0)
    expect(program.said()).toEqual({ out: before, err: '' })
  },
)

test('a second signal does not turn the clean end into a kill', async () => {
  const program = start(['--port', '0'])
  await bannerOf(program)
  program.child.kill('SIGINT')
  program.child.kill('SIGINT')
  expect(await program.ended).toBe(0)
})

test('connections in use and kept alive are closed with it', async () => {
  const program = start(['--port', '0'])
  const origin = originIn(await bannerOf(program))
  await (await fetch(origin)).text()
  const halfway = connect(Number(new URL(origin).port), '127.0.0.1')
  halfway.on('error', () => {}).write('GET / HTTP/1.1\r\n')
  await (await fetch(origin)).text()
  program.child.kill('SIGINT')
  expect(await program.ended).toBe(0)
  expect(halfway.destroyed || (await once(halfway, 'close')).length > 0).toBe(true)
})

test('nothing listens any more once it has ended', async () => {
  const program = start(['--port', '0'])
  const origin = originIn(await bannerOf(program))
  program.child.kill('SIGINT')
  await program.ended
  await expect(fetch(origin)).rejects.toThrow('fetch failed')
})

test('a host that others may reach is served with a warning', async () => {
  const program = start(['--host', '0.0.0.0', '--port', '0'])
  const origin = originIn(await bannerOf(program))
  expect(program.said().err).toBe('Warning: on 0.0.0.0 others on the network may reach this server.\n\n')
  expect((await fetch(origin)).status).toBe(200)
})

test('--help explains the options and starts nothing', async () => {
  const program = start(['--help', '--port', '0'])
  expect(await program.ended).toBe(0)
  expect(program.said().out).toMatch(/--host HOST[\s\S]*--port PORT[\s\S]*CUSTODY_PORT_BASE/)
  expect(program.said().out).not.toContain('http://')
})

test('an unknown option is refused in a sentence, with exit code 2', async () => {
  const program = start(['--verbose'])
  expect(await program.ended).toBe(2)
  expect(program.said()).toEqual({ out: '', err: "Unknown option '--verbose'. --help lists the options.\n" })
})

test('an invalid port base is refused in a sentence, with exit code 2', async () => {
  const program = start([], { CUSTODY_PORT_BASE: 'http' })
  expect(await program.ended).toBe(2)
  expect(program.said().err).toBe(
    'CUSTODY_PORT_BASE is "http", but a port is a whole number from 1 to 65535.\n',
  )
})
