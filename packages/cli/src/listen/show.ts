// What a person sees of a message that arrived.
import { printable, type Screen } from '../screen.ts'
import type { Received } from './answer.ts'

/** Prints a message: as a line of JSON that `custody reconcile` reads, or for a person. */
export function shownMessage(screen: Screen, json: boolean, clock: () => number = Date.now) {
  return (message: Received): void => {
    const at = new Date(clock()).toISOString()
    if (json) screen.value({ at, ...message, verified: message.problem === undefined })
    else screen.print(textOf(at, message, screen))
  }
}

function textOf(
  at: string,
  { event, path, problem, content, answered }: Received,
  { style }: Screen,
): string {
  const { status, milliseconds, by } = answered
  const mark = problem === undefined ? style('green', 'verified') : style('red', 'NOT VERIFIED')
  const failed = status === 502 && by !== 'custody' ? ' (no answer)' : ''
  return [
    `${at.slice(11, 19)}  ${event ?? path}  ${mark}  -> HTTP ${status}${failed} by ${by}, ${milliseconds} ms`,
    ...(problem === undefined ? [] : [`          ${printable(problem)}`]),
    ...Object.entries(content ?? {}).map(
      ([name, value]) => `          ${printable(`${name}: ${String(value)}`)}`,
    ),
  ].join('\n')
}
