import { operations } from '@custody-wallet/types/operations'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { commandNames, commands } from '../src/index.ts'
import { commonOptions } from '../src/options.ts'
import { runCustodyHere, demoEnv } from './support/custody.ts'

// Programs of other packages have their own tests.
const own = commandNames.filter((name) => !('program' in commands[name]))

const value = fc.oneof(
  fc.constantFrom('', '-', '0', '-1', '1e9', 'modern', 'http://127.0.0.1:9', 'BTC', 'amount=1', 'package.json'),
  fc.string(),
  // As the unit binary, which takes a second to set up.
  fc.string({ unit: fc.nat(0x10_ff_ff).map((point) => String.fromCodePoint(point)) }),
)
const pair = fc
  .tuple(fc.oneof(fc.constantFrom('uid', 'symbol', 'ids', 'max_id', '__proto__'), value), value)
  .map(([name, text]) => `${name}=${text}`)
const word = fc.oneof(
  fc.constantFrom(...Object.values(operations).map(({ name }) => name), 'deposit', 'internal'),
  pair,
  value,
)

// Includes URLs that the client rejects.
const urls = ['http://127.0.0.1:9', 'http://127.0.0.1:9', 'http://custody.example', 'http://u:p@127.0.0.1', 'http://[']

// Nothing listens there.
const callHere = ['accounts.get', 'uid=1', 'symbol=BTC', '--demo', 'modern', '--url', 'http://127.0.0.1:9']

// Command lines that only lack a service.
const complete: Partial<Record<string, readonly string[]>> = {
  call: ['accounts.get', 'uid=1', 'symbol=BTC'],
  open: ['accounts.get'],
  seal: ['accounts.get', 'uid=1', 'symbol=BTC'],
  trigger: ['deposit'],
}

/** A command line of options that the command has, mostly. */
const parseCommandLine = (name: (typeof own)[number]): fc.Arbitrary<readonly string[]> => {
  const options = Object.entries({ ...commands[name].options, ...commonOptions }).map(([option, { value: kind }]) =>
    kind === undefined ? fc.constant(`--${option}`) : value.map((text) => `--${option}=${text}`),
  )
  return fc
    .tuple(
      fc.oneof(fc.constant(complete[name] ?? []), fc.array(word, { maxLength: 3 })),
      fc.array(fc.oneof({ weight: 9, arbitrary: fc.oneof(...options) }, { weight: 1, arbitrary: word }), {
        maxLength: 2,
      }),
      // Without a service to call, and without waiting for one.
      commands[name].service
        ? fc.constantFrom([], ...urls.map((url) => ['--demo', 'modern', '--url', url]))
        : fc.constant([]),
    )
    .map(([words, chosen, service]) => [name, ...words, ...chosen, ...service])
}

const line = fc.oneof(
  ...own.map(parseCommandLine),
  fc.array(word, { maxLength: 4 }),
  fc.array(word, { maxLength: 2 }).map((words) => ['help', ...words]),
)

// Random lines do not always end with each code.
const ofEachCode: [readonly string[]][] = [[['help']], [['call', ...callHere]], [['no-command']]]

test('any arguments lead to a message instead of a stack', async () => {
  const codes = new Set<number>()
  await fc.assert(
    fc.asyncProperty(line, async (args) => {
      const { code, out, err } = await runCustodyHere(args, { env: demoEnv })
      codes.add(code)
      expect(err).not.toMatch(/\n {4}at /)
      expect(code === 0 || `${out}${err}`.trim() !== '').toBe(true)
    }),
    { numRuns: 100, examples: ofEachCode },
  )
  expect([0, 1, 2].filter((code) => codes.has(code))).toEqual([0, 1, 2])
})
