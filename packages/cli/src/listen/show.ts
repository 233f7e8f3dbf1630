import { escapeControls, type Screen } from '../screen.ts'
import type { MessageReport } from './response.ts'

type Output = Pick<Screen, 'print' | 'style' | 'value'>

/** Prints messages as text, or as JSON lines that `custody reconcile` reads. */
export function createMessagePrinter(screen: Output, isJson: boolean, clock: () => number = Date.now) {
  return (message: MessageReport): void => {
    const at = new Date(clock()).toISOString()
    if (isJson) screen.value({ at, ...message, verified: message.problem === undefined })
    else screen.print(formatMessage(at, message, screen))
  }
}

function formatMessage(
  at: string,
  { event, path, problem, content, response }: MessageReport,
  { style }: Output,
): string {
  const { status, milliseconds, by } = response
  const mark = problem === undefined ? style('green', 'verified') : style('red', 'NOT VERIFIED')
  const failureNote = status === 502 && by !== 'custody' ? ' (no response)' : ''
  return [
    `${at.slice(11, 19)}  ${event ?? path}  ${mark}  -> HTTP ${status}${failureNote} by ${by}, ${milliseconds} ms`,
    ...(problem === undefined ? [] : [`          ${escapeControls(problem)}`]),
    ...Object.entries(content ?? {}).map(([name, value]) => `          ${escapeControls(`${name}: ${String(value)}`)}`),
  ].join('\n')
}
