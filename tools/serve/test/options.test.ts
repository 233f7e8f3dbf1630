import { expect, test } from 'vitest'

import ports from '../../docs/ports.json' with { type: 'json' }
import { optionsFrom } from '../options.ts'

test('without options it is this machine alone, on port 4000', () => {
  expect(optionsFrom([], {})).toEqual({ host: '127.0.0.1', port: ports.docs, state: undefined })
})

test('the port base of the environment moves it', () => {
  expect(optionsFrom([], { CUSTODY_PORT_BASE: '5100' }).port).toBe(5100)
})

test('an empty port base is none', () => {
  expect(optionsFrom([], { CUSTODY_PORT_BASE: '' }).port).toBe(4000)
})

test('a port option outranks the port base, even a wrong one', () => {
  expect(optionsFrom(['--port', '6000'], { CUSTODY_PORT_BASE: 'no port' }).port).toBe(6000)
})

test('port 0 asks for any free port', () => {
  expect(optionsFrom(['--port', '0'], {}).port).toBe(0)
})

test.each([' ', '-1', '65514', '65536', '4000.5', '4e3', '0x10', '80 ', '+80', '９０００', '99999999999'])(
  'the port "%s" is refused by name',
  (text) => {
    expect(() => optionsFrom([`--port=${text}`], {})).toThrow(
      `--port is "${text}", but must be a whole number from 0 to 65513.`,
    )
  },
)

test.each(['0', 'abc', '65514'])('the port base "%s" is refused by name', (text) => {
  expect(() => optionsFrom([], { CUSTODY_PORT_BASE: text })).toThrow(
    `CUSTODY_PORT_BASE is "${text}", but must be a whole number from 1 to 65513.`,
  )
})

test('a host of spaces, which would open every address, is refused', () => {
  expect(() => optionsFrom(['--host= '], {})).toThrow('--host needs an address, such as 127.0.0.1.')
})

test.each(['host', 'port', 'state'])('--%s of a shell variable that is not set is refused', (name) => {
  expect(() => optionsFrom([`--${name}=`], {})).toThrow(`--${name} needs a value.`)
})

test.each([
  [['--prot', '1'], "Unknown option '--prot'; did you mean --port?"],
  [['-p'], "Unknown option '-p'."],
  [['--port'], "Option '--port <value>' argument missing."],
  [['--port', '-4'], '--port needs a value. Write one that begins with a dash as --port=-value.'],
  [['mock'], 'There is no command mock.'],
])('%j is refused in one sentence with exit code 2', (args, sentence) => {
  const message = `${sentence} See --help for all commands and options.`
  expect(() => optionsFrom(args, {})).toThrow(expect.objectContaining({ message, exitCode: 2 }))
})
