import { describe, expect, test } from 'vitest'

import { checkHost, parseArguments, readPortBase, parseInteger } from '../../src/cli/index.ts'

const known = { texts: ['port', 'data'], flags: ['ephemeral'] } as const
const createFailing = (message: string) => expect.objectContaining({ message, exitCode: 2 })

test('options, flags and positionals are parsed', () => {
  const { text, has, positionals } = parseArguments(['--port=1', 'a', '--ephemeral'], known)
  expect([text('port'), text('data'), has('ephemeral'), positionals]).toEqual(['1', undefined, true, ['a']])
})

describe('a command line is rejected with exit code 2:', () => {
  test.each([
    [['--ephemerl'], `Unknown option '--ephemerl'; did you mean --ephemeral?`],
    [['--versoin'], `Unknown option '--versoin'; did you mean --version?`],
    [['--xyz'], `Unknown option '--xyz'.`],
    [['--port'], `Option '--port <value>' argument missing.`],
    [['--data', '--ephemeral'], '--data needs a value. If the value begins with a dash, write --data=-value.'],
    [['--data='], '--data needs a value.'],
    [['--ephemeral=1'], `Option '--ephemeral' does not take an argument.`],
  ])('%j', (args, message) => {
    expect(() => parseArguments(args, known)).toThrow(
      createFailing(`${message} See --help for all commands and options.`),
    )
  })
})

test.each(['0', '65514', 'http', '-1', '4000.5', '4e3'])('the port base "%s" is rejected', (base) => {
  expect(() => readPortBase({ CUSTODY_PORT_BASE: base })).toThrow(
    createFailing(`CUSTODY_PORT_BASE is "${base}", but must be an integer from 1 to 65513.`),
  )
})

test.each([
  [{}, 4000],
  [{ CUSTODY_PORT_BASE: '' }, 4000],
  [{ CUSTODY_PORT_BASE: '5100' }, 5100],
])('the port base of %j is %d', (env, base) => {
  expect(readPortBase(env)).toBe(base)
})

test.each(['', ' ', '0x10', '+8', '８', '11'])('"%s" is rejected as an integer from 0 to 10', (text) => {
  expect(() => parseInteger('--port', text, [0, 10])).toThrow(
    createFailing(`--port is "${text}", but must be an integer from 0 to 10.`),
  )
})

test('an empty host is rejected, because node:http would listen on every address', () => {
  expect(checkHost()).toBe('127.0.0.1')
  expect(() => checkHost(' ')).toThrow('--host needs an address, such as 127.0.0.1.')
})
