import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer as createSocketServer } from 'node:net'
import { join } from 'node:path'

import { describe, expect, onTestFinished, test } from 'vitest'

import { run } from '../src/cli/run.ts'
import { createClassicClient } from './classic-client.ts'
import { account, createFolder, state } from './support.ts'
import { free, runCommand, createTerminal, withState } from './terminal.ts'

/** Starts the mocks and returns their addresses. */
async function startMock(args: readonly string[], env?: NodeJS.ProcessEnv) {
  const output = createTerminal('', env)
  const exit = run(args, output.terminal)
  onTestFinished(async () => {
    output.stop()
    await exit
  })
  await expect.poll(() => [...output.out, ...output.err].length, { interval: 5 }).toBeGreaterThan(0)
  const [plain = '', wired = ''] = output.out.join('\n').match(/http:\/\/[\w.:[\]]+:\d+/g) ?? []
  return { ...output, ended: exit, plain, wire: wired }
}

const getCredentialsFolder = (url: string): string => join(state, 'credentials', new URL(url).host.replace(':', '-'))

async function holdPort(): Promise<number> {
  const other = createSocketServer()
  onTestFinished(() => void other.close())
  await once(other.listen(0, '127.0.0.1'), 'listening')
  const address = other.address()
  return typeof address === 'object' && address ? address.port : 0
}

describe('custody-mock', () => {
  test('starts both mocks and prints their addresses and the credentials folder', async () => {
    const { out, plain, wire: wired } = await startMock(free)
    expect((await fetch(`${plain}${account}`)).status).toBe(200)
    expect((await fetch(`${wired}/open-api/v1/merchant/token`)).status).toBe(200)
    const folder = getCredentialsFolder(wired)
    expect(out.join('\n')).toContain(`Demo credentials of this address: ${folder}\n`)
    expect(out.join('\n')).toContain(`curl '${plain}${account}'`)
    expect(out.join('\n')).toContain(
      `seal getAccount uid=10042 symbol=BTC --curl --url '${wired}' --state '${state}' | sh\n`,
    )
  })

  test('serves metrics of both mocks on the plain port', async () => {
    const { plain, wire: wired } = await startMock(free)
    await fetch(`${plain}${account}`)
    await fetch(`${wired}/open-api/v1/merchant/token`)
    const responses = await Promise.all([plain, wired].map((url) => fetch(`${url}/metrics`)))
    expect(responses.map(({ status }) => status)).toEqual([200, 404])
    const text = await responses[0]?.text()
    expect(text).toContain('custody_calls_total{view="plain",operation="getAccount",status="200",code="0"} 1\n')
    expect(text).toContain('custody_calls_total{view="wire",operation="getToken"')
  })

  test('does not change the .env of another running mock', async () => {
    const readEnv = (lines: readonly string[]) => {
      const [, folder = ''] = /address: (.*)/.exec(lines.join('\n')) ?? []
      return readFileSync(join(folder, 'modern', '.env'), 'utf8')
    }
    const first = await startMock(free)
    const before = readEnv(first.out)
    const second = await startMock(free)
    expect(readEnv(first.out)).toBe(before)
    expect(before).toContain(`CUSTODY_BASE_URL=${first.wire}\n`)
    expect(readEnv(second.out)).toContain(`CUSTODY_BASE_URL=${second.wire}\n`)
  })

  test('reads its ports from CUSTODY_PORT_BASE', async () => {
    const port = await holdPort()
    const { code, err } = await runCommand(withState, '', { CUSTODY_PORT_BASE: String(port - 10) })
    expect(code).toBe(1)
    expect(err).toBe(
      `Port ${port} is in use: stop the program on it, or choose another port. Options: --host, --port, --wire-port and CUSTODY_PORT_BASE.`,
    )
  })

  test('stops the first mock if the port of the second is in use', async () => {
    const port = await holdPort()
    const { code, err } = await runCommand([...free, '--wire-port', String(port)])
    expect([code, err]).toEqual([1, expect.stringContaining(`Port ${port} is in use`)])
  })

  test('handles signals before it prints that it runs', async () => {
    const order: string[] = []
    const { terminal } = createTerminal()
    const exit = run(free, {
      ...terminal,
      print: () => void order.push('says'),
      get stopped() {
        order.push('listens')
        return Promise.resolve()
      },
    })
    expect([await exit, order]).toEqual([0, ['listens', 'says']])
  })

  test('ends with 0 on a signal and closes its ports', async () => {
    const { plain, stop, ended: exit, err } = await startMock(free)
    await (await fetch(`${plain}${account}`)).text()
    stop()
    expect([await exit, err]).toEqual([0, []])
    await expect(fetch(plain)).rejects.toThrow('fetch failed')
  })

  test('warns if other machines may reach it', async () => {
    const { err } = await startMock([...free, '--host', '0.0.0.0'])
    expect(err.join('\n')).toContain('Warning: other machines may reach the mocks on 0.0.0.0,')
  })

  test('applies the seed, delay and fail rate', async () => {
    const { plain } = await startMock([...free, '--fail-rate', '1', '--seed', 'a', '--delay', '1'])
    expect(await (await fetch(`${plain}${account}`)).json()).toMatchObject({ code: '100004' })
  })

  test('prints why it rejected a message', async () => {
    const { wire: wired, err } = await startMock(free)
    await fetch(`${wired}/api/mpc/wallet/open_coin?app_id=demo-modern&data=a.b`)
    expect(err).toEqual([expect.stringMatching(/^Rejected listNetworks: \w+\.$/)])
  })

  test('prints the fields that it ignored', async () => {
    const { wire: wired, err } = await startMock(free)
    const client = createClassicClient(join(getCredentialsFolder(wired), 'classic'), wired)
    const content = { time: Date.now(), memo: false, 'user@custody.example': 1 }
    expect(await client.get('/api/mpc/wallet/open_coin', content)).toMatchObject({ code: '0' })
    expect(err).toEqual(['Ignored unknown fields of listNetworks: memo, *.'])
  })

  test.each([
    [
      'an option that is unknown',
      ['--verbose'],
      /^Unknown option '--verbose'.* See --help for all commands and options\.$/,
    ],
    ['a command that is unknown', ['serve'], /^Unknown command serve\./],
    ['an option of another command', ['seal', 'getAccount', '--watch'], /^Unknown option '--watch'/],
    ['a port that is none', ['--port', 'http'], /^--port is "http", but must be an integer/],
    ['a delay of more than a minute', ['--delay', '60001'], /^--delay is "60001"/],
    ['a rate over 1', ['--fail-rate', '1.5'], /^--fail-rate must be a number .* not "1\.5"/],
    ['an empty host', ['--host', ' '], /^--host needs an address/],
    ['credentials without a folder', ['credentials'], /^Give one folder/],
    ['a call that is misspelt', ['seal', 'getAcount'], /Did you mean getAccount\?/],
    ['a call that is not sealed', ['seal', 'getToken'], /^getToken is not encrypted\. Call it directly\./],
    ['a command without a call', ['seal'], /^seal needs a call such as getAccount\./],
    ['a command without a call or a text', ['open'], /^open needs a call such as getAccount\./],
    [
      'a parameter that stands there twice',
      ['seal', 'getAccount', 'uid=1', 'uid=2'],
      /^uid is given twice: remove one\./,
    ],
    ['an option without a value', ['seal', 'getAccount', '--state='], /^--state needs a value\./],
    ['a parameter without a value', ['seal', 'getAccount', 'uid'], /write it as name=value/],
    ['a merchant that there is not', ['open', 'getAccount', '--merchant', 'old', '{}'], /modern or classic/],
  ])('rejects %s, with exit code 2', async (_what, args, sentence) => {
    const { code, out, err } = await runCommand(args.includes('open') ? [...args, ...withState] : args)
    expect([code, out]).toEqual([2, ''])
    expect(err).toMatch(sentence)
  })

  test('rejects a port base that is too high', async () => {
    const { code, err } = await runCommand(withState, '', { CUSTODY_PORT_BASE: '65530' })
    expect([code, err]).toEqual([2, expect.stringMatching(/^CUSTODY_PORT_BASE is "65530"/)])
  })

  test.each([
    ['that is not there', 'none.json', /cannot be read \(ENOENT\)\. Check/],
    ['that is not a description', 'bad.json', /^The description is not JSON/],
  ])('rejects a file %s', async (_what, name, sentence) => {
    const folder = createFolder()
    writeFileSync(join(folder, 'bad.json'), 'openapi: 3')
    const { code, err } = await runCommand([...free, '--spec', join(folder, name)])
    expect([code, err]).toEqual([1, expect.stringMatching(sentence)])
  })

  test('rejects a folder that cannot contain its keys', async () => {
    const file = join(createFolder(), 'file')
    writeFileSync(file, '')
    const { code, err } = await runCommand(['--port', '0', '--state', file])
    expect([code, err]).toEqual([1, `${file} cannot be used (ENOTDIR): choose another folder.`])
    expect(await runCommand(['credentials', file, ...withState])).toMatchObject({
      code: 1,
      err: `${file} cannot be used (ENOTDIR): choose another folder.`,
    })
  })

  test.each([['--help'], ['-h'], ['help'], ['seal', '--help'], ['seal', '-h']])(
    'prints its help on %s %s',
    async (...args) => {
      const { code, out } = await runCommand(args)
      expect(code).toBe(0)
      for (const option of ['--host', '--port', '--spec', '--watch', '--seed', '--fail-rate', 'credentials DIR'])
        expect(out).toContain(option)
    },
  )
})

test('CUSTODY_PORT_BASE is in every address that the commands write', async () => {
  const env = { CUSTODY_PORT_BASE: '4300' }
  const folder = createFolder()
  await runCommand(['credentials', folder, ...withState], '', env)
  for (const name of ['modern', 'classic'])
    expect(readFileSync(join(folder, name, '.env'), 'utf8').match(/^CUSTODY_\w*URL=.*/gm)).toEqual([
      'CUSTODY_OPEN_PLATFORM_URL=http://127.0.0.1:4311',
      'CUSTODY_BASE_URL=http://127.0.0.1:4311',
      'CUSTODY_V1_URL=http://127.0.0.1:4311',
    ])
  const { out } = await runCommand(['seal', 'listNetworks', '--curl', ...withState], '', env)
  expect(out).toMatch(/^curl -sS 'http:\/\/127\.0\.0\.1:4311\/api\//)
})

test('custody-mock credentials writes the credentials for an address to the given folder', async () => {
  const folder = createFolder()
  const { code } = await runCommand(['credentials', folder, '--url', 'http://127.0.0.1:5011/', ...withState])
  expect(code).toBe(0)
  expect(readdirSync(folder).toSorted()).toEqual(['classic', 'modern'])
})
