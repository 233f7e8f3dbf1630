// Tracing channels of all packages. Browsers load this module too, so the packages for Node pass `tracingChannel`.
import type { Family, OperationId } from './operations.ts'

/** Channels of all packages, by their names in `node:diagnostics_channel`. */
type ChannelName = `custody:${'attempt' | 'call' | 'gate' | 'handler' | 'key' | 'message' | 'token' | 'workflow'}`

/** Fields of every context. They are set when the work has ended. */
export interface Traced {
  /** Milliseconds from start to end. */
  readonly duration?: number
  /** Code of the response, or of the error. Absent if a success has no code. */
  readonly code?: string
}

/** Fields of every context about a call. */
export interface TracedCall extends Traced {
  readonly operation: OperationId
  readonly family: Family
  /** The merchant. */
  readonly app_id?: string
}

/** Fields of every context about a request that arrived. */
export interface TracedRequest extends Traced {
  /** The header `traceparent`, if it is valid. Anyone may have set it. */
  readonly traceparent?: string
}

// W3C Trace Context, 3.2.2: later versions may add fields.
const traceparentPattern = /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}(?=-|$)/

/** Returns the fields that all versions of a valid `traceparent` have. */
export const readTraceparent = (headers: { readonly get: (name: string) => string | null }): string | undefined =>
  traceparentPattern.exec(headers.get('traceparent') ?? '')?.[0]

/** Adds facts to a context. With `isError`, the event `error` is published although the work succeeds. */
export type AddFacts<Context> = (facts: Partial<Context>, isError?: boolean) => void

/** A channel without the content of the work: contexts have neither its result nor its error. */
export interface Channel<Context extends Traced> {
  readonly hasSubscribers: boolean
  readonly run: <T>(context: Context, work: (add: AddFacts<Context>) => Promise<T>) => Promise<T>
}

interface Event {
  readonly hasSubscribers: boolean
  readonly publish: (context: object) => void
}

/** The part of a `TracingChannel` of Node that we use. */
interface NodeChannel {
  /** Absent on Bun. */
  readonly hasSubscribers?: boolean
  readonly start: Event & { readonly runStores: <T>(context: object, run: () => T) => T }
  readonly end: Event
  readonly asyncStart: Event
  readonly asyncEnd: Event
  readonly error: Event
}

/**
 * Creates a channel. `describeError` returns the code of an error and other facts without content.
 *
 * `tracePromise` of Node would add the result and the error to the context. Both may have content.
 */
export function createChannel<Context extends Traced>(
  tracingChannel: (name: string) => NodeChannel,
  name: ChannelName,
  describeError: (error: unknown) => Partial<Context> & Required<Pick<Traced, 'code'>>,
): Channel<Context> {
  const channel = tracingChannel(name)
  const { start, end, asyncStart, asyncEnd, error } = channel
  const events: readonly Event[] = [start, end, asyncStart, asyncEnd, error]
  return {
    get hasSubscribers() {
      return channel.hasSubscribers ?? events.some(({ hasSubscribers }) => hasSubscribers)
    },
    async run(context, work) {
      const startTime = performance.now()
      let hasFailed = false
      const add: AddFacts<Context> = (facts, isError = false) => {
        Object.assign(context, facts)
        hasFailed ||= isError
      }
      // Asynchronous, so that work that throws immediately also ends after `end`.
      const begin = async () => work(add)
      return start.runStores(context, async () => {
        const promise = begin()
        end.publish(context)
        try {
          return await promise
        } catch (failure) {
          add(describeError(failure), true)
          throw failure
        } finally {
          if (context.duration === undefined) Object.assign(context, { duration: performance.now() - startTime })
          if (hasFailed) error.publish(context)
          asyncStart.publish(context)
          asyncEnd.publish(context)
        }
      })
    },
  }
}

/** Runs work. If its channel has subscribers, builds the context and publishes the events of the work. */
export const trace = <Context extends Traced, T>(
  channel: Channel<Context> | undefined,
  createContext: () => Context,
  work: (add?: AddFacts<Context>) => Promise<T>,
): Promise<T> => (channel?.hasSubscribers ? channel.run(createContext(), work) : work())

/** Creates a function that runs work: with `traced` if the channel has subscribers. */
export const createTracer =
  <Facts extends readonly unknown[], Note, T>(
    channel: { readonly hasSubscribers: boolean },
    traced: (work: (note?: Note) => Promise<T>, ...facts: Facts) => Promise<T>,
  ): typeof traced =>
  (work, ...facts) =>
    channel.hasSubscribers ? traced(work, ...facts) : work()
