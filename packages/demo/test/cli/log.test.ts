import { describe, expect, test } from 'vitest'

import {
  createCallEntry,
  createFailureEntry,
  createLog,
  Failure,
  type Log,
  type LogEntry,
  readLogFormat,
} from '../../src/cli/index.ts'

type Format = 'json' | 'text'

/** Writes to a log, and returns both outputs. */
function writeTo(format: Format, write: (log: Log) => void) {
  const [out, err]: [string[], string[]] = [[], []]
  write(createLog(format, { print: (line) => void out.push(line), warn: (line) => void err.push(line) }, () => 0))
  return { out, err }
}

const started: LogEntry = {
  level: 'info',
  event: 'started',
  text: 'It runs.',
  facts: { url: 'http://a', data: undefined },
}

describe('a log', () => {
  test('writes lines for people, and warnings and errors to standard error', () => {
    const { out, err } = writeTo('text', ({ write }) => {
      write(started)
      write({ ...started, level: 'warn', text: 'careful' })
      write({ ...started, level: 'error', text: 'broken' })
      write({ level: 'info', event: 'stopped' })
    })
    expect({ out, err }).toEqual({ out: ['It runs.'], err: ['careful', 'broken'] })
  })

  test('writes all events as JSON to standard output, without undefined facts', () => {
    const { out, err } = writeTo('json', ({ write, announce }) => {
      write(started)
      announce({ ...started, level: 'warn' })
      write({ level: 'error', event: 'stopped' })
    })
    const time = '1970-01-01T00:00:00.000Z'
    expect(out.map((line) => JSON.parse(line))).toEqual([
      { time, level: 'info', event: 'started', url: 'http://a' },
      { time, level: 'warn', event: 'started', url: 'http://a' },
      { time, level: 'error', event: 'stopped' },
    ])
    expect(err).toEqual([])
  })

  const hostile = '\u001b[2J\r\n{"level":"info"}\u0085\u2028\u202e\u009b\u{e0001}\ud800'

  test.each<Format>(['json', 'text'])('escapes control characters in %s, so that an event is one line', (format) => {
    const { out, err } = writeTo(format, ({ write }) =>
      write({ level: 'warn', event: 'rejected', text: `Rejected: ${hostile}`, facts: { reason: hostile } }),
    )
    const [line = ''] = [...out, ...err]
    expect(line).not.toMatch(/\p{C}|\u2028/u)
    expect(line).toContain(String.raw`\u001b[2J`)
  })

  test('keeps the values of JSON', () => {
    const { out } = writeTo('json', ({ write }) =>
      write({ level: 'warn', event: 'rejected', facts: { reason: hostile } }),
    )
    expect(JSON.parse(out.join())).toMatchObject({ reason: hostile })
  })

  test('keeps the lines of an announcement for people', () => {
    expect(writeTo('text', ({ announce }) => announce({ ...started, text: 'one\n  two' })).out).toEqual(['one\n  two'])
  })
})

test('the entry of a call has its facts, and no others', () => {
  const report = {
    view: 'wire',
    operation: 'getAccount',
    appId: 'demo-shop',
    status: 200,
    code: '0',
    duration: 1.26,
    requestId: 'request-1',
    traceId: 'a'.repeat(32),
    received: 'canary',
  }
  expect(createCallEntry(report)).toEqual({
    level: 'info',
    event: 'call',
    text: undefined,
    facts: {
      view: 'wire',
      operation: 'getAccount',
      app_id: 'demo-shop',
      status: 200,
      code: '0',
      duration: 1.3,
      request_id: 'request-1',
      trace_id: 'a'.repeat(32),
    },
  })
})

describe('the entry of an error', () => {
  test('has the message of a class of ours', () => {
    expect(createFailureEntry(new Failure('The disk is full.'), [Failure])).toMatchObject({
      level: 'error',
      event: 'failed',
      text: 'Failed: The disk is full.',
      facts: { error: 'Failure', message: 'The disk is full.' },
    })
  })

  test('has the origin of another error, but not its message', () => {
    const { text, facts } = createFailureEntry(new RangeError('canary'), [Failure])
    expect(text).toMatch(/^Failed: RangeError at .*log\.test\.ts\S*:\d+:\d+\)?$/)
    expect(facts).toMatchObject({ error: 'RangeError', at: expect.stringContaining('log.test.ts') })
  })

  test.each<readonly [string, unknown]>([
    ['a message like a frame', new Error('canary\n    at canary (canary:1:1)')],
    ['a changed message', Object.assign(new Error('canary'), { message: 'other' })],
    ['a code that is a text', Object.assign(new Error('canary'), { code: 'canary text' })],
    ['a cause', new Error('canary', { cause: new Error('canary') })],
    ['a stack without frames', Object.assign(new Error('canary'), { stack: 'canary' })],
    ['a name', Object.assign(new Error('canary'), { name: 'canary' })],
    ['a text', 'canary'],
    ['an object', { message: 'canary' }],
    ['null', null],
  ])('hides the content of %s', (_what, error) => {
    expect(JSON.stringify(createFailureEntry(error, [Failure]))).not.toContain('canary')
  })
})

describe('the format of a log', () => {
  test.each([
    [undefined, 'text'],
    ['text', 'text'],
    ['json', 'json'],
  ])('for %s is %s', (value, format) => {
    expect(readLogFormat(value)).toBe(format)
  })

  test.each(['JSON', 'yaml', ' '])('cannot be %j', (value) => {
    expect(() => readLogFormat(value, 'CUSTODY_LOG')).toThrow(`CUSTODY_LOG must be text or json, not ${value}.`)
  })
})
