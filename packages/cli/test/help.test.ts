import { operations } from '@custody-wallet/types/operations'
import { describe, expect, test } from 'vitest'

import { commandNames, commands, listOptions } from '../src/index.ts'
import { runCustody, runCustodyHere, demoEnv } from './support/custody.ts'

const escape = '\u001B'
const own = commandNames.filter((name) => !('program' in commands[name]))

// The rest of this file runs in this process.
test('as a process, a wrong command line ends with code 2, and with --json its error is JSON', async () => {
  const { code, out, err } = await runCustody(['call', 'accounts.get', 'x=1', '--json'], { env: demoEnv })
  const problem: unknown = JSON.parse(err)
  const error = expect.stringContaining('accounts.get has no parameter x.')
  expect([code, out, problem]).toEqual([2, '', { error }])
})

describe('the help', () => {
  test('lists every command with its summary', async () => {
    const { code, out } = await runCustodyHere(['help'])
    expect(code).toBe(0)
    for (const name of commandNames) expect(out).toContain(`  ${name}`)
  })

  test('is what the program prints without arguments', async () => {
    expect((await runCustodyHere([])).out).toBe((await runCustodyHere(['--help'])).out)
  })

  test.each(own)('of %s lists its options and examples in 80 columns, without colours', async (name) => {
    const { code, out } = await runCustodyHere(['help', name])
    expect([code, out.includes(escape)]).toEqual([0, false])
    expect(out).toBe((await runCustodyHere([name, '--help'])).out)
    for (const option of Object.keys(listOptions(name))) expect(out).toContain(`  --${option}`)
    const examples: readonly string[] = commands[name].examples
    const lines = out.split('\n').filter((line) => !examples.includes(line.trim()))
    expect(lines.filter((line) => line.length > 80)).toEqual([])
  })

  test('has the version', async () => {
    const { out } = await runCustodyHere(['--version'])
    expect(out).toMatch(/^\d+\.\d+\.\d+\n$/)
  })
})

test('a command whose package is missing says how to install it', async () => {
  const { code, err } = await runCustodyHere(['mock'])
  expect([code, err]).toEqual([
    2,
    'This command needs @custody-wallet/mock, which is not installed. Run: npm install @custody-wallet/mock\n',
  ])
})

describe('a wrong command line ends with code 2 and the next step:', () => {
  test.each([
    [['cal'], 'Unknown command cal. Did you mean call?'],
    [['xyzzy'], 'Unknown command xyzzy.'],
    [['call', '--jsn'], "Unknown option '--jsn'; did you mean --json?"],
    [['call', 'acounts.get'], 'Unknown call acounts.get. Did you mean accounts.get?'],
    [['call', 'accounts.get', 'uid'], 'uid is not a parameter: write it as NAME=VALUE.'],
    [['call', 'accounts.get', 'uid=1', 'uid=2'], 'uid is given twice: remove one.'],
    [['call', 'accounts.get', 'symbl=BTC'], 'accounts.get has no parameter symbl. Did you mean symbol?'],
    [
      ['call', 'accounts.get', '__proto__=1'],
      `accounts.get has no parameter __proto__. Its parameters: ${Object.keys(operations.getAccount.parameters).join(', ')}.`,
    ],
    [['call', 'networks.list', 'a=1'], 'networks.list has no parameter a. Its parameters: none.'],
    [
      ['call', 'withdrawals.cancel', 'symbol=BTC'],
      'withdrawals.cancel may change something. Add --yes to make the call.',
    ],
    [['call', 'withdrawals.pull', 'symbol=BTC'], 'withdrawals.pull may change something. Add --yes to make the call.'],
    [['call', 'accounts.get', '--timeout', 'soon'], '--timeout is "soon", but must be an integer from 1 to 999999.'],
    [['call', 'accounts.get', '--demo', 'modrn'], '--demo must be modern or classic, not modrn.'],
    [
      ['call', 'accounts.get', '--url', 'http://127.0.0.1:1'],
      '--url needs --demo. Without --demo, the addresses come from the variables.',
    ],
    [['call', 'accounts.get', '--env', 'missing.env'], 'missing.env cannot be read (ENOENT). Check the path.'],
    [['call', 'accounts.get', '--settings', 'package.jsn'], 'package.jsn cannot be read (ENOENT). Check the path.'],
    [
      ['call', 'accounts.get', '--settings', 'vitest.config.ts'],
      'vitest.config.ts is not a JSON object of settings. Write it like {"transport":"query"}.',
    ],
    [['call', 'accounts.get'], 'Missing or empty environment variables: CUSTODY_PROFILE'],
    [['call', 'accounts.get'], 'Set them, for example with --env FILE. Run custody doctor'],
    [['seal'], 'The name of a call is missing. Give one such as accounts.get; custody call lists them.'],
    [['seal', 'token.get', '--demo', 'modern'], 'token.get is not encrypted: its credential is a header.'],
    [['open', 'accounts.get', 'a', 'b'], 'custody open accepts one message. Remove b.'],
    [['trigger', 'depsit'], 'Unknown event depsit. Did you mean deposit?'],
    [
      ['trigger', 'deposit', '--override', 'amunt=1'],
      'notifications.deposit has no parameter amunt. Did you mean amount?',
    ],
    [['trigger', 'internal', '--id', '1'], '--id needs the event deposit.'],
    [['trigger', 'deposit', '--order', 'random'], '--order must be one of given, reversed, at-once, not random.'],
    [
      ['trigger', 'deposit'],
      'CUSTODY_CONTROL_TOKEN is not set. Set it to the token that the sandbox prints when it starts.',
    ],
    [['console'], 'CUSTODY_CONTROL_TOKEN is not set. Set it to the token that the sandbox prints when it starts.'],
    [['console', 'now'], 'custody console accepts no arguments. Remove now.'],
    [['console', '--control', 'nonsense'], '--control must be a URL'],
    [
      ['listen', '--demo', 'modern', '--forward-to', 'localhost:3000'],
      '--forward-to must be a URL such as http://127.0.0.1:3000, without credentials, query or fragment.',
    ],
    [['listen', '--forward-to', 'http://user:canary@127.0.0.1:3000'], '--forward-to must be a URL'],
    [['trigger', 'deposit', '--control', 'http://user:canary@127.0.0.1:4022'], '--control must be a URL'],
    [['trigger', 'deposit', '--control', 'nonsense'], '--control must be a URL'],
    [['seal', 'networks.list', '--demo', 'modern', '--url', 'http://user:canary@127.0.0.1'], '--url must be'],
    [['call', 'networks.list', '--demo', 'modern', '--url', 'http://[bad'], '--url must be a URL'],
    [
      ['call', 'networks.list', '--demo', 'modern', '--url', 'http://custody.example'],
      'CUSTODY_OPEN_PLATFORM_URL must be an https URL; plain http is only for loopback and CUSTODY_INSECURE_HOSTS.',
    ],
    [['detect', `-----BEGIN PRIVATE KEY-----\ncanary`], 'Give the name of a file, not a key'],
    [['listen', '--env', `canary${'a'.repeat(200)}`], 'Give the name of a file, not a key'],
    [['probe', '--settings', '{"kty":"RSA","d":"canary"}'], 'Give the name of a file, not a key'],
    [['reconcile'], 'Give the file of those that you received with --notified FILE.'],
    [['reconcile', '--day', '2026-02-30'], '--day must be a day such as 2026-11-23, not 2026-02-30.'],
    [['reconcile', '--format', 'xml'], '--format must be one of table, csv, json, not xml.'],
  ])('%j', async (args, message) => {
    const { code, out, err } = await runCustodyHere(args, { env: demoEnv })
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(message)
    expect(err).not.toMatch(/canary| {4}at /)
  })
})

describe('with --json', () => {
  test('an error is JSON, too', async () => {
    const { code, err } = await runCustodyHere(['cal', '--json'])
    const problem: unknown = JSON.parse(err)
    const error = expect.stringContaining('Unknown command cal. Did you mean call?')
    expect([code, problem]).toEqual([2, { error }])
  })

  test.each([
    ['--version', '--json'],
    ['--json', 'call', '--version'],
  ])('the version is JSON: %s %s', async (...args) => {
    const { code, out } = await runCustodyHere(args)
    expect([code, JSON.parse(out)]).toEqual([0, { version: expect.stringMatching(/^\d+\.\d+\.\d+$/) }])
  })

  test.each([
    [['--json'], commandNames],
    [['help', '--json'], commandNames],
    [['help', 'seal', '--json'], ['seal'] as const],
    [['seal', '--help', '--json'], ['seal'] as const],
  ])('the help is one line of JSON per command: %j', async (args, names) => {
    const { code, out } = await runCustodyHere(args)
    const lines = out
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line))
    expect([code, lines]).toEqual([
      0,
      names.map((command) => expect.objectContaining({ command, summary: commands[command].summary })),
    ])
  })
})

test.each([
  ['help', 'seel'],
  ['seel', '--help'],
])('the help of an unknown command is an error: %s %s', async (...args) => {
  expect(await runCustodyHere(args)).toMatchObject({
    code: 2,
    err: 'Unknown command seel. Did you mean seal? See --help for all commands and options.\n',
  })
})

test('the help of another program lists only options that it has', async () => {
  expect((await runCustodyHere(['help', 'sandbox'])).out).not.toContain('--json')
})

test('an error shows no control characters of the arguments', async () => {
  const { code, err } = await runCustodyHere(['\u001B[31mcall\u009B1m'])
  expect([code, err]).toEqual([2, expect.stringMatching(/^Unknown command \?\[31mcall\?1m/)])
})
