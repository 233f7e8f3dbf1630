// What a message is at each step, in words and as it really was in this build.
import { classicEnvelope, classicQuery } from './classic-steps.ts'
import type { Exchange } from './exchange.ts'
import { modernEnvelope, modernQuery } from './modern-steps.ts'
import type { SuiteName } from './sides.ts'
import type { Way } from './step.ts'

/** The steps of an exchange, by suite and by how the family travels. */
export const stepsOf: Readonly<
  Record<SuiteName, Readonly<Record<'query' | 'envelope', (exchange: Exchange) => Way>>>
> = {
  modern: { query: modernQuery, envelope: modernEnvelope },
  classic: { query: classicQuery, envelope: classicEnvelope },
}
