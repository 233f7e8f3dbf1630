import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { loadDemoKeys, buildMerchantVariables } from '@custody-wallet/demo'
import { describe, expect, test } from 'vitest'

import { runCustodyHere, demoState, createFolder } from './support/custody.ts'

const folder = createFolder()
const variables = buildMerchantVariables('classic', loadDemoKeys(demoState).classic, 'http://127.0.0.1:9')
const formatEnv = (env: object): string =>
  Object.entries(env)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')

let files = 0
const createFile = (content: string | Uint8Array): string => {
  files += 1
  const file = join(folder, `${files}.env`)
  writeFileSync(file, content)
  return file
}

const text = formatEnv(variables)

const empty = createFile('')
/** Runs a command with a file of variables. `EMPTY` stands for an empty file, so that test names have no paths. */
const createArguments = (args: readonly string[], env: string): readonly string[] => [
  ...args.map((arg) => (arg === 'EMPTY' ? empty : arg)),
  '--env',
  env,
]

describe('a file of variables is read', () => {
  test.each([
    ['as it is', text],
    ['after a byte order mark', `\uFEFF${text}`],
    ['with the line ends of Windows', text.replaceAll('\n', '\r\n')],
    ['with export, as a shell reads it', text.replaceAll(/^/gm, 'export ').replace(/export $/, '')],
    ['with comments and empty lines', `# shop\n\n${text.replaceAll('\n', '\n\n# next\n')}`],
    ['with variables of other programs', `${text}CUSTODY_PORT_BASE=4100\nPATH=/bin\n`],
  ])('%s', async (_how, content) => {
    const { code, err } = await runCustodyHere(['seal', 'networks.list', '--env', createFile(content)])
    expect({ code, err }).toEqual({ code: 0, err: '' })
  })
})

const changeEnv = (changes: object): string => formatEnv({ ...variables, ...changes })

const wrong: Readonly<Record<string, readonly [content: string | Uint8Array, message: string]>> = {
  'an empty file': ['', 'Missing or empty environment variables: CUSTODY_PROFILE'],
  'another encoding': [Buffer.from(text, 'utf16le'), 'contains zero bytes, so it is not UTF-8. Save it as UTF-8.'],
  'something else': [readFileSync(process.execPath).subarray(0, 9999), 'is not UTF-8'],
  'plain http to another machine': [
    changeEnv({ CUSTODY_V1_URL: 'http://custody.example' }),
    'CUSTODY_V1_URL must be an https URL; plain http is only for loopback and CUSTODY_INSECURE_HOSTS.',
  ],
  'an address with a password': [
    changeEnv({ CUSTODY_BASE_URL: 'https://user:canary@custody.example' }),
    'CUSTODY_BASE_URL must be an http or https address without credentials',
  ],
  'a name with control characters': [
    changeEnv({ 'CUSTODY_\u001B[31mX': '1' }),
    'Unknown environment variable CUSTODY_?[31mX.',
  ],
  'the profile __proto__': [changeEnv({ CUSTODY_PROFILE: '__proto__' }), 'CUSTODY_PROFILE must be'],
}

describe.each(Object.entries(wrong))('%s is a wrong setting', (_what, [content, message]) => {
  test.each([
    [['call', 'networks.list']],
    [['seal', 'networks.list']],
    [['open', 'networks.list', 'EMPTY']],
    [['probe']],
    [['listen']],
    [['reconcile', '--notified', 'EMPTY']],
    [['pool', 'BTC', '--below', '1']],
  ])('of %j', async (args) => {
    const { code, out, err } = await runCustodyHere(createArguments(args, createFile(content)))
    expect([code, out, err]).toEqual([2, '', expect.stringContaining(message)])
    expect(err).not.toMatch(/canary| {4}at /)
  })
})

test.each([[['call', 'networks.list']], [['probe']], [['reconcile', '--notified', 'EMPTY']]])(
  'an Api-Key that no header carries is a wrong setting of %j',
  async (args) => {
    const env = createFile(changeEnv({ CUSTODY_API_KEY: 'canary-\u043A' }))
    const { code, err } = await runCustodyHere(createArguments(args, env))
    expect([code, err]).toEqual([2, expect.stringContaining('CUSTODY_API_KEY must be visible ASCII')])
    expect(err).not.toMatch(/canary| {4}at /)
  },
)
