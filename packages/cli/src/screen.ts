import { styleText } from 'node:util'

import { escapeJson, type Terminal } from '@custody-wallet/demo/cli'

export type Style = 'bold' | 'dim' | 'green' | 'red' | 'yellow'

/** The output of a command. Colours and progress appear only on a terminal. */
export interface Screen extends Terminal {
  /** Adds a style if the output is a terminal with colours. */
  readonly style: (style: Style, text: string) => string
  /** Replaces the progress line of the terminal; without a text, removes it. */
  readonly progress: (text?: string) => void
  /** Prints a value as one line of JSON. */
  readonly value: (value: unknown) => void
  /** Prints a value as JSON, in one line or indented. */
  readonly record: (value: unknown, isOneLine: boolean) => void
}

/** Replaces control characters of untrusted text, which could change what a terminal shows. */
export const escapeControls = (text: string): string => text.replaceAll(/\p{C}/gu, '?')

const clearLine = '\r\u001B[2K'

/** Creates the screen of this process. */
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
    // Getters, because reading them installs the signal handlers.
    get stopped() {
      return terminal.stopped
    },
    get interrupted() {
      return terminal.interrupted
    },
    print,
    warn: printBelow(terminal.warn),
    style: (style, text) => styleText(style, text, { stream: process.stdout }),
    progress,
    value: (value) => print(toJson(value) ?? ''),
    record: (value, isOneLine) => print(toJson(value, isOneLine ? 0 : 2) ?? ''),
  }
}

/** Formats a value as JSON without credentials and control characters; undefined as `JSON.stringify` does. */
export function toJson(value: unknown, indent = 0): string | undefined {
  const json: string | undefined = JSON.stringify(
    value,
    (name, field: unknown) => (name === 'access_token' ? '[hidden]' : field),
    indent,
  )
  return json === undefined ? undefined : escapeJson(json)
}
