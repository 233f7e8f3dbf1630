import { expect, test } from 'vitest'

import { optionsFrom } from '../options.ts'

test('without options it is this machine alone, on port 4000', () => {
  expect(optionsFrom([], {})).toEqual({ host: '127.0.0.1', port: 4000, help: false, state: undefined })
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

test.each([
  '',
  ' ',
  '-1',
  '65525',
  '65536',
  '4000.5',
  '4e3',
  '0x10',
  '80 ',
  '+80',
  '９０００',
  '99999999999',
])('the port "%s" is refused by name', (text) => {
  expect(() => optionsFrom([`--port=${text}`], {})).toThrow(
    `--port is "${text}", but must be a whole number from 0 to 65524.`,
  )
})

test.each(['0', 'abc', '65525'])('the port base "%s" is refused by name', (text) => {
  expect(() => optionsFrom([], { CUSTODY_PORT_BASE: text })).toThrow(
    `CUSTODY_PORT_BASE is "${text}", but must be a whole number from 1 to 65524.`,
  )
})

test.each(['', ' '])('the host "%s", which would open every address, is refused', (host) => {
  expect(() => optionsFrom([`--host=${host}`], {})).toThrow('--host needs an address, such as 127.0.0.1.')
})

test('an empty folder, which a shell makes of a variable that is not set, is refused', () => {
  expect(() => optionsFrom(['--state='], {})).toThrow('--state needs a folder.')
})

test.each([
  [['--verbose'], "Unknown option '--verbose'. --help lists the options."],
  [['-p'], "Unknown option '-p'. --help lists the options."],
  [['--port'], "Option '--port <value>' argument missing. --help lists the options."],
  [['--port', '-4'], "Option '--port' argument is ambiguous. --help lists the options."],
  [['--help=yes'], "Option '--help' does not take an argument. --help lists the options."],
  [['mock'], "Unexpected argument 'mock'. --help lists the options."],
])('%j is refused in one sentence with exit code 2', (args, message) => {
  expect(() => optionsFrom(args, {})).toThrow(expect.objectContaining({ message, exitCode: 2 }))
})
