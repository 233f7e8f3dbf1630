// What single answers say about the clock of the service, on the time line of the local monotonic clock: nobody sets
// that one, so what was learned survives every change of the local time of day.
import { secondsCut } from './date.ts'

/** What one `Date` header says. The service's clock is ahead of the monotonic one by `earliest` to `latest`. */
export interface Sample {
  readonly earliest: number
  readonly latest: number
  readonly roundTrip: number
  /** Monotonic moment of the answer. */
  readonly at: number
}

const mostSamples = 8
/** Twice what poor clocks drift apart. */
const drift = 200e-6

/** The header was written after the request left and before the answer was there, and cuts off part of a second. */
export const sampleOf = (moment: number, sent: number, received: number): Sample => ({
  earliest: moment - received,
  latest: moment + secondsCut - sent,
  roundTrip: received - sent,
  at: received,
})

const doubt = (sample: Sample, now: number): number => (now - sample.at) * drift

/** A moment that the service's clock has passed for certain. */
export const passedBy = (sample: Sample, now: number): number => now + sample.earliest - doubt(sample, now)

/** The last few, with the newest; those that cannot be true beside it are dropped, for the service's clock was set. */
export function withNewest(samples: readonly Sample[], newest: Sample): readonly Sample[] {
  const agrees = (other: Sample): boolean =>
    other.earliest - doubt(other, newest.at) <= newest.latest &&
    other.latest + doubt(other, newest.at) >= newest.earliest
  return [...samples.filter(agrees), newest].slice(-mostSamples)
}

/** The sample of the smallest round trip; age counts against it as drift. */
export function bestOf(samples: readonly Sample[], now: number): Sample | undefined {
  const badness = (sample: Sample): number => sample.roundTrip + doubt(sample, now)
  return samples.reduce<Sample | undefined>(
    (best, each) => (best && badness(best) < badness(each) ? best : each),
    undefined,
  )
}
