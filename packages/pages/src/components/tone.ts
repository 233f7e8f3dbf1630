import type { IconName } from '../icons.tsx'

/** Meaning of a state: done, waiting, failed, worth knowing, or none of these. */
export type Tone = 'good' | 'wait' | 'stop' | 'info' | 'neutral'

/** Signs of the tones, because color alone carries no meaning. */
export const toneIcons: Readonly<Record<Exclude<Tone, 'neutral'>, IconName>> = {
  good: 'check',
  wait: 'clock',
  stop: 'x',
  info: 'info',
}

/** Joins the names of classes, without those that are absent. */
export const joinClasses = (...names: readonly (string | false | undefined)[]): string =>
  names.filter((name) => typeof name === 'string' && name !== '').join(' ')
