import type { Child } from 'hono/jsx'
import type { JSX } from 'hono/jsx/jsx-runtime'

import { joinClasses, type Tone } from './tone.ts'

export interface Fact {
  readonly term: string
  readonly value: Child
  /** Small text below the value. */
  readonly note?: Child
}

const FactList = ({
  className,
  facts,
}: {
  readonly className: string
  readonly facts: readonly Fact[]
}): JSX.Element => (
  <dl class={className}>
    {facts.map(({ term, value, note }) => (
      <div>
        <dt>{term}</dt>
        <dd>
          {value}
          {note !== undefined && <small>{note}</small>}
        </dd>
      </div>
    ))}
  </dl>
)

/** Names and values in two columns. */
export const Facts = ({ facts }: { readonly facts: readonly Fact[] }): JSX.Element => (
  <FactList className="ui-facts" facts={facts} />
)

/** A row of figures, such as totals. */
export const Stats = ({ facts }: { readonly facts: readonly Fact[] }): JSX.Element => (
  <FactList className="ui-stats" facts={facts} />
)

interface MeterProps {
  readonly label: string
  readonly value: number
  readonly max: number
  /** The value in words, such as `4 of 6 confirmations`. */
  readonly text: string
  readonly tone?: Exclude<Tone, 'neutral'>
}

/** How much of a whole is reached. */
export const Meter = ({ label, value, max, text, tone }: MeterProps): JSX.Element => (
  <div class={joinClasses('ui-meter', tone)}>
    <div class="ui-meter-line">
      <span>{label}</span>
      <span class="ui-quiet">{text}</span>
    </div>
    <svg
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      aria-valuetext={text}
    >
      <rect width={`${max === 0 ? 0 : Math.min(100, (100 * value) / max)}%`} height="100%" rx="3" />
    </svg>
  </div>
)
