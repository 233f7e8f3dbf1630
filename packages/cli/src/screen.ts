// What a command writes on.
import { styleText } from 'node:util'

import type { Terminal } from '@custody-wallet/server/cli'

export type Style = 'bold' | 'dim' | 'green' | 'red' | 'yellow'

/** The terminal of a command, with colours and progress where a person looks at it. */
export interface Screen extends Terminal {
  /** Marks a text, if the output is a terminal with colours. */
  readonly style: (style: Style, text: string) => string
  /** Shows what goes on in one line of a terminal, instead of the line before; without a text, removes it. */
  readonly progress: (text?: string) => void
  /** Prints a value as one line of JSON. */
  readonly value: (value: unknown) => void
  /** Prints a value as JSON: in one line, or for a person. */
  readonly record: (value: unknown, inOneLine: boolean) => void
}

/** A text from outside without control characters, which could change what a terminal shows. */
export const escapeControls = (text: string): string => text.replaceAll(/\p{C}/gu, '?')

const clearLine = '\r\u001B[2K'

/** The screen of this process. */
export function createScreen(terminal: Terminal): Screen {
  let isShown = false
  const progress = (text?: string): void => {
    if (!process.stderr.isTTY || (text === undefined && !isShown)) return
    isShown = text !== undefined
    process.stderr.write(`${clearLine}${text ?? ''}`)
  }
  const printBelow =
    (write: (text: string) => void) =>
    (text: string): void => {
      progress()
      write(text)
    }
  const print = printBelow(terminal.print)
  return {
    env: terminal.env,
    input: terminal.input,
    // Reading it takes over the signals, so only a command that waits for them does.
    get stopped() {
      return terminal.stopped
    },
    print,
    warn: printBelow(terminal.warn),
    style: (style, text) => styleText(style, text, { stream: process.stdout }),
    progress,
    value: (value) => print(toJson(value) ?? ''),
    record: (value, inOneLine) => print(toJson(value, inOneLine ? 0 : 2) ?? ''),
  }
}

/** JSON of a value without its credentials, and without control characters. Undefined gives no text, as in `JSON.stringify`. */
export const toJson = (value: unknown, indent = 0): string | undefined =>
  JSON.stringify(
    value,
    (name, field: unknown) => (name === 'access_token' ? '[hidden]' : field),
    indent,
  )?.replaceAll(unescaped, escapeCharacter)

// JSON escapes only those below U+0020. The line breaks are those of the indent.
const unescaped = /[^\P{C}\n]/gu

const escapeCharacter = (character: string): string =>
  character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
