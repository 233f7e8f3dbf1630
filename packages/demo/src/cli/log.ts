// The log of a program: lines for people, or lines of JSON.
import { escapeJson, escapeLine } from './controls.ts'
import { createMisuse } from './failure.ts'
import type { Terminal } from './terminal.ts'

const formats = ['text', 'json'] as const

export type LogFormat = (typeof formats)[number]

/** Reads the format of a log. `source` is the option or variable that sets it. */
export function readLogFormat(value: string = 'text', source: string = '--log'): LogFormat {
  const format = formats.find((each) => each === value)
  if (format !== undefined) return format
  throw createMisuse(`${source} must be ${formats.join(' or ')}, not ${value}.`)
}

type Fact = string | number | boolean | readonly string[] | undefined

/** An event of a program. It has no keys, tokens, contents or personal data. */
export interface LogEntry {
  readonly level: 'info' | 'warn' | 'error'
  readonly event: string
  /** The line for people. Without it, people see nothing. */
  readonly text?: string | undefined
  /** Facts for programs. Undefined ones are left out. */
  readonly facts?: Readonly<Record<string, Fact>>
}

export interface Log {
  /** Writes an event in one line. */
  readonly write: (entry: LogEntry) => void
  /** Writes an event whose text for people may have several lines. The text must come from the program itself. */
  readonly announce: (entry: LogEntry) => void
}

/**
 * Creates the log of a program. JSON goes to standard output; for people, warnings and errors go to standard error.
 *
 * @example
 * ```ts
 * import { createLog } from '@custody-wallet/demo/cli'
 *
 * const log = createLog('json', { print: console.log, warn: console.error })
 * log.write({ level: 'info', event: 'started', text: 'It runs.', facts: { url: 'http://127.0.0.1:4010' } })
 * ```
 */
export function createLog(
  format: LogFormat,
  { print, warn }: Pick<Terminal, 'print' | 'warn'>,
  now: () => number = Date.now,
): Log {
  const writeJson = ({ level, event, facts }: LogEntry): void =>
    print(escapeJson(JSON.stringify({ time: new Date(now()).toISOString(), level, event, ...facts })))
  const createWriter =
    (escape: (text: string) => string): Log['write'] =>
    ({ level, text }) => {
      if (text !== undefined) (level === 'info' ? print : warn)(escape(text))
    }
  return format === 'json'
    ? { write: writeJson, announce: writeJson }
    : { write: createWriter(escapeLine), announce: createWriter((text) => text) }
}

/** What a server reports about a call. */
interface CallFacts {
  readonly view: string
  readonly operation: string | undefined
  readonly appId: string | undefined
  readonly status: number
  readonly code: string | undefined
  readonly duration: number
  readonly requestId: string
  readonly traceId: string | undefined
}

/** Creates the entry of a call. */
export const createCallEntry = (
  { view, operation, appId, status, code, duration, requestId, traceId }: CallFacts,
  text?: string,
): LogEntry => ({
  level: 'info',
  event: 'call',
  text,
  facts: {
    view,
    operation,
    app_id: appId,
    status,
    code,
    duration: Math.round(duration * 10) / 10,
    request_id: requestId,
    trace_id: traceId,
  },
})

type ErrorKind = abstract new (...args: never[]) => Error

/** Creates the entry of an error. Only `kinds` have messages of ours; other messages may contain private data. */
export function createFailureEntry(error: unknown, kinds: readonly ErrorKind[]): LogEntry {
  const { name, code, message, at } = describeError(error, kinds)
  return {
    level: 'error',
    event: 'failed',
    text: `Failed: ${message ?? [name, code && `(${code})`, at && `at ${at}`].filter(Boolean).join(' ')}`,
    facts: { error: name, code, message, at },
  }
}

interface ErrorFacts {
  readonly name: string
  readonly code?: string | undefined
  readonly message?: string
  /** Where the error was created. */
  readonly at?: string | undefined
}

function describeError(error: unknown, kinds: readonly ErrorKind[]): ErrorFacts {
  if (!(error instanceof Error)) return { name: typeof error }
  const { name } = error.constructor
  const code = 'code' in error && /^\w{2,40}$/.test(String(error.code)) ? String(error.code) : undefined
  if (kinds.some((kind) => error instanceof kind)) return { name, code, message: error.message }
  return { name, code, at: findOrigin(error) }
}

// A stack begins with the message, which may look like a frame.
function findOrigin({ message, stack = '' }: Error): string | undefined {
  const start = stack.indexOf(message)
  if (start === -1) return undefined
  return /^\s+at (.+)$/m.exec(stack.slice(start + message.length))?.[1]
}
