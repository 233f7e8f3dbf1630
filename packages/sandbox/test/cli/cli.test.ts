import { once } from 'node:events'
import { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

import { createCustodyFromEnv } from '@custody-wallet/client/env'
import { describe, expect, inject, onTestFinished, test } from 'vitest'

import { getStatusWith } from '../support/hosts.ts'
import { createFolder, memoryOptions, runProgram, startProgram, stateOptions } from '../support/terminal.ts'

const account = '/api/v2/account/getByUidAndSymbol?uid=10001&symbol=BTC'

const createPushRequest = (address: string): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ symbol: 'BTC', addresses: [address], memo: false }),
})

async function holdPort(): Promise<number> {
  const other = createServer()
  onTestFinished(() => void other.close())
  await once(other.listen(0, '127.0.0.1'), 'listening')
  const address = other.address()
  return typeof address === 'object' && address ? address.port : 0
}

describe('custody-sandbox', () => {
  test('starts both views and prints their addresses', async () => {
    const { plain, wire, out } = await startProgram()
    expect(await (await fetch(`${plain}${account}`)).json()).toMatchObject({ code: '0' })
    expect((await fetch(`${wire}/health/ready`)).status).toBe(200)
    expect(out.join()).toMatch(/^  curl --json '.*' http:\S+\/api\/v1\/address\/register$/m)
    expect(out.join()).toContain('Data: in memory, lost when the sandbox stops\n')
  })

  test('serves metrics of calls on the control port only', async () => {
    const { plain, wire, out } = await startProgram()
    await fetch(`${plain}${account}`)
    const [, control] = /(http:\S+)\/chain\/pay/.exec(out.join()) ?? []
    const responses = await Promise.all([plain, wire, control].map((url) => fetch(`${url}/metrics`)))
    expect(responses.map(({ status }) => status)).toEqual([404, 404, 200])
    expect(await responses[2]?.text()).toContain(
      'custody_calls_total{view="plain",operation="getAccount",status="200",code="0"} 1\n',
    )
  })

  test('writes working credentials to the printed folder', async () => {
    const folder = createFolder()
    const { out } = await startProgram([...memoryOptions, '--credentials', folder])
    expect(out.join()).toContain(`Demo credentials of this address: ${folder}\n`)
    for (const name of ['modern', 'classic']) {
      const custody = createCustodyFromEnv(parseEnv(readFileSync(join(folder, name, '.env'), 'utf8')))
      expect(await custody.addresses.available({ symbol: 'BTC' })).toEqual({ symbol: 'BTC', count: 0 })
    }
  })

  test('exits with 0 when it is stopped, and frees its ports', async () => {
    const { plain, wire, end, err } = await startProgram()
    expect([await end(), err]).toEqual([0, []])
    for (const url of [plain, wire]) await expect(fetch(url)).rejects.toThrow('fetch failed')
  })

  test('derives its ports from CUSTODY_PORT_BASE', async () => {
    const port = await holdPort()
    const { code, err } = await runProgram(['--ephemeral', ...stateOptions], {
      CUSTODY_PORT_BASE: String(port - 20),
    })
    expect([code, err]).toEqual([
      1,
      `Port ${port} is in use: stop the program on it, or choose another port. Options: --host, --control-host, --port and CUSTODY_PORT_BASE.`,
    ])
  })

  test('reads the token of its control port from CUSTODY_CONTROL_TOKEN', async () => {
    const token = 'a-token-for-these-tests'
    const { out } = await startProgram(memoryOptions, { CUSTODY_CONTROL_TOKEN: token })
    const [url = ''] = /http:\S+(?=  control:)/.exec(out.join()) ?? []
    const headers = { authorization: `Bearer ${token}` }
    expect((await fetch(`${url}/merchants/list`, { headers })).status).toBe(200)
  })

  test('listens for control on --control-host, which overrides CUSTODY_CONTROL_HOST', async () => {
    const env = { CUSTODY_CONTROL_HOST: '127.0.0.1' }
    const { out } = await startProgram([...memoryOptions, '--control-host', 'localhost'], env)
    expect(out.join()).toMatch(/http:\/\/localhost:\d+  control:/)
  })

  test('listens on CUSTODY_HOST, unless --host overrides it', async () => {
    const env = { CUSTODY_HOST: '0.0.0.0' }
    expect((await startProgram(memoryOptions, env)).err).toEqual([expect.stringContaining('on 0.0.0.0,')])
    expect((await startProgram([...memoryOptions, '--host', '127.0.0.1'], env)).err).toEqual([])
  })

  test('accepts the names of CUSTODY_ALLOWED_HOSTS at its plain port, its control port and the console', async () => {
    const token = 'a-token-for-these-tests'
    const env = { CUSTODY_ALLOWED_HOSTS: 'sandbox', CUSTODY_CONTROL_TOKEN: token }
    const { plain, out } = await startProgram(memoryOptions, env)
    const [control = ''] = /http:\S+(?=  control:)/.exec(out.join()) ?? []
    const authorization = `Bearer ${token}`
    const getStatuses = (host: string) =>
      Promise.all(
        [`${plain}/`, `${control}/calls/list`, `${control}/console/`].map((url) =>
          getStatusWith(url, { authorization, host }),
        ),
      )
    expect(await getStatuses('sandbox')).toEqual([200, 200, 401])
    expect(await getStatuses('other')).toEqual([421, 421, 421])
  })

  test('starts with the address of the docs in CUSTODY_DOCS_URL, or with an empty one', async () => {
    for (const url of ['http://127.0.0.1:4000/', ''])
      expect((await startProgram(memoryOptions, { CUSTODY_DOCS_URL: url })).err).toEqual([])
  })

  test.each(['127.0.0.1:4000', 'ftp://docs.example', 'http://docs.example/?a=1', 'https://user:secret@docs.example'])(
    'rejects the CUSTODY_DOCS_URL %s',
    async (url) => {
      expect(await runProgram(memoryOptions, { CUSTODY_DOCS_URL: url })).toMatchObject({
        code: 2,
        err: expect.stringMatching(
          /^CUSTODY_DOCS_URL must be an http or https address .* Set it to an address such as /,
        ),
      })
    },
  )

  test.each([
    [
      'has another form',
      'mysql://host/name',
      [2, expect.stringContaining('DATABASE_URL must begin with postgres:// or postgresql://')],
    ],
    [
      'has a port that does not exist',
      'postgres://user:secret@127.0.0.1:99999/rows',
      [2, expect.stringMatching(/^DATABASE_URL is not a valid URL: check its host and port/)],
    ],
    [
      'has no host, and does not respond',
      'postgres://user:secret@/rows?port=1&host=127.0.0.1',
      [1, expect.stringContaining(' does not respond: connect ECONNREFUSED 127.0.0.1:1.')],
    ],
    [
      'does not respond',
      'postgres://user:secret@127.0.0.1:1/rows',
      [
        1,
        'PostgreSQL at 127.0.0.1:1/rows does not respond: connect ECONNREFUSED 127.0.0.1:1. Check DATABASE_URL, and that the database is running.',
      ],
    ],
  ])('prints an error if the database of DATABASE_URL %s', async (_, url, expected) => {
    const { code, err } = await runProgram(['--port', '0', ...stateOptions], { DATABASE_URL: url })
    expect([code, err]).toEqual(expected)
  })

  test.each([
    ['sslkey', '/missing/key.pem', 'ENOENT'],
    ['sslcert', '/missing/certificate.pem', 'ENOENT'],
    ['sslrootcert', '/', 'EISDIR'],
  ])('names %s of DATABASE_URL if its file %s cannot be read', async (name, file, code) => {
    const url = `postgres://user:secret@/rows?host=127.0.0.1&sslmode=verify-full&${name}=${file}`
    expect(await runProgram(['--port', '0', ...stateOptions], { DATABASE_URL: url })).toMatchObject({
      code: 2,
      err: `The file of ${name} in DATABASE_URL cannot be read (${code}): correct its path, or remove ${name}.`,
    })
  })

  test('names the port of the wire view when it is in use', async () => {
    const port = await holdPort()
    const { code, err } = await runProgram(['--port', String(port - 1), '--ephemeral', ...stateOptions])
    expect([code, err]).toEqual([1, expect.stringMatching(`^Port (${port - 1}|${port}) is in use`)])
  })

  test('warns if other machines may reach it', async () => {
    const { err } = await startProgram([...memoryOptions, '--host', '0.0.0.0'])
    expect(err).toEqual([expect.stringContaining('other machines may reach the sandbox on 0.0.0.0,')])
  })

  test('lets pages of --origins change the sandbox, and no others', async () => {
    const { plain } = await startProgram([...memoryOptions, '--origins', 'https://shop.example,https://app.example'])
    const getStatusFor = async (origin: string): Promise<number> =>
      (await fetch(`${plain}${account}`, { headers: { origin } })).status
    expect(await getStatusFor('https://app.example')).toBe(200)
    expect(await getStatusFor('https://evil.example')).toBe(403)
  })

  test('prints why it rejected a message, and with --verbose every call', async () => {
    const { plain, wire, out, err } = await startProgram([...memoryOptions, '--verbose'])
    await fetch(`${wire}/api/mpc/wallet/open_coin?app_id=demo-modern&data=a.b`)
    expect(err).toEqual([expect.stringMatching(/^Rejected listNetworks: \w+\.$/)])
    await fetch(`${plain}${account}`)
    expect(out.at(-1)).toMatch(/^plain getAccount demo-modern 200 0 \d+\.\d ms$/)
  })
})

describe('data', () => {
  test('is in the state folder of the user, which only this user can read', async () => {
    const folder = createFolder()
    // The folder of the mock, which has the same demo merchants.
    cpSync(inject('keys'), join(folder, 'custody-mock'), { recursive: true })
    const env = { XDG_STATE_HOME: folder }
    const { out, end } = await startProgram(['--port', '0'], env)
    expect(out.join()).toContain(`Data: ${join(folder, 'custody-sandbox/sandbox.db')}\n`)
    await end()
    expect(statSync(join(folder, 'custody-sandbox')).mode & 0o777).toBe(0o700)
  })

  test('is in the folder of --state, and survives a restart', async () => {
    const first = await startProgram(['--port', '0', ...stateOptions])
    await fetch(`${first.plain}/api/v1/address/register`, createPushRequest('address-1'))
    expect(await (await fetch(`${first.plain}${account}`)).json()).toMatchObject({ code: '0' })
    await first.end()
    const second = await startProgram(['--port', '0', ...stateOptions])
    expect(await (await fetch(`${second.plain}${account}`)).json()).toMatchObject({
      data: { deposit_address: 'address-1' },
    })
  })

  test('is in no file with --ephemeral', async () => {
    const folder = createFolder()
    cpSync(inject('keys'), folder, { recursive: true })
    const { end } = await startProgram(['--port', '0', '--ephemeral', '--state', folder])
    await end()
    expect(readdirSync(folder).toSorted()).toEqual(['credentials', 'keys.json'])
  })

  test('stays unchanged with --read-only', async () => {
    const data = join(createFolder(), 'sandbox.db')
    const kept = ['--port', '0', '--data', data, ...stateOptions]
    const first = await startProgram(kept)
    await fetch(`${first.plain}/api/v1/address/register`, createPushRequest('address-1'))
    await (await fetch(`${first.plain}${account}`)).text()
    await first.end()
    const before = readFileSync(data)
    const second = await startProgram([...kept, '--read-only'])
    expect(second.out.join()).toContain(`Data: ${data} (read-only)\n`)
    expect(await (await fetch(`${second.plain}${account}`)).json()).toMatchObject({
      data: { deposit_address: 'address-1' },
    })
    expect((await fetch(`${second.plain}/api/v1/address/register`, createPushRequest('address-2'))).status).toBe(500)
    expect(second.err).toEqual([expect.stringMatching(/^Failed: .*read-only/)])
    await second.end()
    expect(readFileSync(data).equals(before)).toBe(true)
  })
})

describe('a command line is rejected, and starts nothing:', () => {
  test.each([
    ['an unknown option', ['--ephemerl'], /^Unknown option '--ephemerl'; did you mean --ephemeral\? See --help/],
    ['a command', ['serve'], /^There is no command serve\. See --help/],
    ['a port that is no number', ['--port', 'http'], /^--port is "http", but must be an integer from 0 to/],
    ['a port without room for all views', ['--port', '65535'], /^--port is "65535"/],
    ['an empty host', ['--host', ' '], /^--host needs an address/],
    ['an option without a value', ['--data='], /^--data needs a value\./],
    ['data in memory and in a file', ['--ephemeral', '--data', 'a.db'], /cannot be combined with --data\. See --help/],
    ['read-only data in memory', ['--ephemeral', '--read-only'], /cannot be combined with --read-only\. See --help/],
  ])('%s, with exit code 2', async (_what, args, sentence) => {
    expect(await runProgram(args)).toEqual({ code: 2, out: '', err: expect.stringMatching(sentence) })
  })

  test.each([
    [
      'a control port for other machines without a token',
      { CUSTODY_CONTROL_HOST: '0.0.0.0' },
      'Other machines can reach the control port on 0.0.0.0: set CUSTODY_CONTROL_TOKEN to at least 16 letters',
    ],
    ['an empty host', { CUSTODY_HOST: ' ' }, 'CUSTODY_HOST needs an address, such as 127.0.0.1.'],
    [
      'a URL as an allowed host',
      { CUSTODY_ALLOWED_HOSTS: 'http://sandbox' },
      'CUSTODY_ALLOWED_HOSTS must contain hosts without scheme and port',
    ],
    ['an empty value', { CUSTODY_NOTIFY_HOSTS: 'a,,b' }, 'CUSTODY_NOTIFY_HOSTS has an empty value:'],
  ])('%s in a variable, with exit code 2', async (_what, env, sentence) => {
    expect(await runProgram(memoryOptions, env)).toEqual({ code: 2, out: '', err: expect.stringContaining(sentence) })
  })

  test('a token that is too short, with exit code 2', async () => {
    const { code, err } = await runProgram(memoryOptions, { CUSTODY_CONTROL_TOKEN: 'short' })
    expect([code, err]).toEqual([2, expect.stringMatching(/^CUSTODY_CONTROL_TOKEN is invalid: use at least 16/)])
  })

  const folder = createFolder()
  const foreign = join(folder, 'foreign.db')
  writeFileSync(foreign, 'not a database, but long enough to look like one to a reader of files'.repeat(99))

  test.each([
    [
      'a data file in a missing folder',
      join(folder, 'none/a.db'),
      [],
      /none\/a\.db cannot be opened: check that its folder/,
    ],
    ['a file of another program', foreign, [], /foreign\.db is not a data file of the sandbox/],
    ['a missing file, read-only', join(folder, 'none.db'), ['--read-only'], /none\.db does not exist or is empty/],
  ])('%s, with exit code 1', async (_what, data, more, sentence) => {
    const { code, out, err } = await runProgram(['--port', '0', '--data', data, ...stateOptions, ...more])
    expect([code, out, err]).toEqual([1, '', expect.stringMatching(sentence)])
    expect(err).not.toContain('\n')
    expect(existsSync(join(folder, 'none.db'))).toBe(false)
  })

  test('a seed that differs from the data file, with exit code 1', async () => {
    const data = join(createFolder(), 'sandbox.db')
    const kept = ['--port', '0', '--data', data, ...stateOptions]
    for (const args of [[...kept, '--seed', 'a'], [...kept, '--seed', 'a'], kept])
      expect(await (await startProgram(args)).end()).toBe(0)
    expect(await runProgram([...kept, '--seed', 'b'])).toEqual({
      code: 1,
      out: '',
      err: `${data} was created with another seed: omit the seed, or use another file.`,
    })
  })

  test('a folder that cannot keep the keys, with exit code 1', async () => {
    expect(await runProgram(['--port', '0', '--state', foreign])).toEqual({
      code: 1,
      out: '',
      err: `${foreign} cannot be used (EEXIST): choose another folder.`,
    })
    expect(await runProgram([...memoryOptions, '--credentials', foreign])).toMatchObject({
      code: 1,
      err: `${foreign} cannot be used (ENOTDIR): choose another folder.`,
    })
  })
})
