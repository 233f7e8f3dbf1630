import type { JSX } from 'hono/jsx/jsx-runtime'

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' })

/** Writes how far a time is from another in its largest unit, such as `5 min ago` or `in 42 sec`. */
export function formatRelativeTime(at: number, now: number): string {
  const distance = at - now
  const [unit, length] = units.find(([, length]) => Math.abs(distance) >= length) ?? ['second', 1000]
  return relative.format(Math.trunc(distance / length), unit).replace('.', '')
}

/** Writes Unix milliseconds as `2026-11-27 20:55:25 UTC`. */
export const formatTime = (at: number): string =>
  new Date(at)
    .toISOString()
    .replace('T', ' ')
    .replace(/(\.000)?Z$/, ' UTC')

interface TimeProps {
  /** Unix milliseconds. */
  readonly at: number
  /** The present time; with it, the text also says how long ago or in how long. */
  readonly now?: number
  /** Whether only the relative time is shown; the title has the absolute one. */
  readonly isShort?: boolean
}

/** A time with its zone. */
export function Time({ at, now, isShort = false }: TimeProps): JSX.Element {
  const datetime = new Date(at).toISOString()
  const away = now === undefined ? undefined : formatRelativeTime(at, now)
  return (
    <time class="ui-time" datetime={datetime} title={isShort ? formatTime(at) : undefined}>
      {isShort && away !== undefined ? away : <span>{formatTime(at)}</span>}
      {!isShort && away !== undefined && <span> ({away})</span>}
    </time>
  )
}

interface AmountProps {
  /** A decimal string; it is never rounded. */
  readonly value: string
  readonly symbol?: string | undefined
  /** Decimals of the column, so that the points of its amounts are aligned. */
  readonly decimals?: number
}

/** An amount with tabular digits and a quiet symbol. Absent decimals are hidden zeros. */
export function Amount({ value, symbol, decimals = 0 }: AmountProps): JSX.Element {
  const [, fraction = ''] = value.split('.')
  const zeros = '0'.repeat(Math.max(0, decimals - fraction.length))
  const pad = fraction === '' && zeros !== '' ? `.${zeros}` : zeros
  return (
    <span class="ui-amount">
      <span>
        {value}
        {pad !== '' && (
          <span class="pad" aria-hidden="true">
            {pad}
          </span>
        )}
      </span>
      {symbol !== undefined && <small>{symbol}</small>}
    </span>
  )
}
