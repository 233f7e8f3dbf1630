import { expect, test } from 'vitest'

import ports from '../../docs/ports.json' with { type: 'json' }
import { parseOptions } from '../options.ts'

test('the defaults are 127.0.0.1 and the usual port', () => {
  expect(parseOptions([], {})).toEqual({ host: '127.0.0.1', port: ports.docs, state: undefined })
})

test('host, port and folder come from the options, even if the port base is invalid', () => {
  const args = ['--host', '::1', '--port', '0', '--state', 'keys']
  expect(parseOptions(args, { CUSTODY_PORT_BASE: 'no port' })).toEqual({
    host: '::1',
    port: 0,
    state: 'keys',
  })
})

test('the port base of the environment sets the port', () => {
  expect(parseOptions([], { CUSTODY_PORT_BASE: '5100' }).port).toBe(5100)
})

test.each([
  [['--port=65514'], '--port is "65514", but must be an integer from 0 to 65513.'],
  [['--host= '], '--host needs an address, such as 127.0.0.1.'],
  [['--prot', '1'], "Unknown option '--prot'; did you mean --port?"],
  [['mock'], 'There is no command mock.'],
])('%j is rejected in a sentence', (args, sentence) => {
  expect(() => parseOptions(args, {})).toThrow(sentence)
})
