// Records what tracing channels publish.
import { tracingChannel } from 'node:diagnostics_channel'

export const channelNames = [
  'custody:attempt',
  'custody:call',
  'custody:gate',
  'custody:handler',
  'custody:key',
  'custody:message',
  'custody:token',
  'custody:workflow',
] as const

type EventName = 'start' | 'end' | 'asyncStart' | 'asyncEnd' | 'error'

interface PublishedEvent {
  readonly channel: string
  readonly event: EventName
  /** A copy, because later events change the context. */
  readonly context: Readonly<Record<string, unknown>>
}

export interface ChannelRecord extends Disposable {
  readonly events: readonly PublishedEvent[]
  /** Lists the contexts of one event. */
  readonly list: (event: EventName) => readonly PublishedEvent['context'][]
}

/** Records the events of channels until it is disposed. */
export function recordChannels(...names: readonly (typeof channelNames)[number][]): ChannelRecord {
  const events: PublishedEvent[] = []
  const stops = names.map((channel) => {
    const note = (event: EventName) => (context: object) =>
      void events.push({ channel, event, context: { ...context } })
    const subscribers = {
      start: note('start'),
      end: note('end'),
      asyncStart: note('asyncStart'),
      asyncEnd: note('asyncEnd'),
      error: note('error'),
    }
    tracingChannel(channel).subscribe(subscribers)
    return () => tracingChannel(channel).unsubscribe(subscribers)
  })
  return {
    events,
    list: (event) => events.filter((each) => each.event === event).map(({ context }) => context),
    [Symbol.dispose]: () => {
      for (const stop of stops) stop()
    },
  }
}
