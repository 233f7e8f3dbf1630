import { AsyncLocalStorage } from 'node:async_hooks'
import { tracingChannel } from 'node:diagnostics_channel'
import { setImmediate } from 'node:timers/promises'

import { describe, expect, test } from 'vitest'

import { createChannel, createTracer, trace, type Traced } from '../src/internal.ts'
import { recordChannels } from './support/channels.ts'

interface TestTrace extends Traced {
  readonly attempt: number
  readonly status?: number
}

const channel = createChannel<TestTrace>(tracingChannel, 'custody:call', (error) => ({
  code: error instanceof RangeError ? 'RANGE' : 'threw',
}))

const duration = expect.any(Number)

describe('without subscribers', () => {
  test('work runs, and no context is built', async () => {
    const createContext = () => {
      throw new Error('built')
    }
    expect(channel.hasSubscribers).toBe(false)
    expect(await trace(channel, createContext, async (add) => add)).toBeUndefined()
    expect(await trace(undefined, createContext, async () => 7)).toBe(7)
    using _recorded = recordChannels('custody:call')
    expect(() => trace(channel, createContext, async () => 7)).toThrow('built')
  })
})

test('a tracer runs the traced work with its facts only for subscribers', async () => {
  const call = createTracer(channel, async (work: () => Promise<string>, fact: number) => `${await work()} ${fact}`)
  expect(await call(async () => 'bare', 7)).toBe('bare')
  using _recorded = recordChannels('custody:call')
  expect(await call(async () => 'traced', 7)).toBe('traced 7')
})

describe('with a subscriber', () => {
  test('work publishes its facts, and neither its result nor its error', async () => {
    using recorded = recordChannels('custody:call')
    const result = await trace(
      channel,
      () => ({ attempt: 1 }),
      async (add) => {
        await setImmediate()
        add?.({ status: 200, code: '0' })
        return 'content'
      },
    )
    expect(result).toBe('content')
    const facts = { attempt: 1, status: 200, code: '0', duration }
    expect(recorded.events).toEqual([
      { channel: 'custody:call', event: 'start', context: { attempt: 1 } },
      { channel: 'custody:call', event: 'end', context: { attempt: 1 } },
      { channel: 'custody:call', event: 'asyncStart', context: facts },
      { channel: 'custody:call', event: 'asyncEnd', context: facts },
    ])
  })

  test.each([
    ['rejects', async () => Promise.reject(new RangeError('content')), 'RANGE'],
    [
      'throws',
      () => {
        throw new Error('content')
      },
      'threw',
    ],
  ] as const)('work that %s publishes the code of its error', async (_name, work, code) => {
    using recorded = recordChannels('custody:call')
    await expect(trace(channel, () => ({ attempt: 1 }), work)).rejects.toThrow('content')
    expect(recorded.events.map(({ event }) => event)).toEqual(['start', 'end', 'error', 'asyncStart', 'asyncEnd'])
    expect(recorded.list('error')).toEqual([{ attempt: 1, code, duration }])
  })

  test('work can succeed with an error, and with a duration of its own', async () => {
    using recorded = recordChannels('custody:call')
    await trace(
      channel,
      () => ({ attempt: 1 }),
      async (add) => add?.({ code: 'REJECTED', duration: 5 }, true),
    )
    expect(recorded.list('error')).toEqual([{ attempt: 1, code: 'REJECTED', duration: 5 }])
  })

  test('a store that is bound to the start reaches the work', async () => {
    const store = new AsyncLocalStorage<object>()
    const { start } = tracingChannel('custody:call')
    const span = {}
    start.bindStore(store, () => span)
    try {
      const work = async () => {
        await setImmediate()
        return store.getStore()
      }
      expect(await trace(channel, () => ({ attempt: 1 }), work)).toBe(span)
    } finally {
      start.unbindStore(store)
    }
  })

  test.each(['start', 'end', 'asyncStart', 'asyncEnd', 'error'] as const)(
    'of %s, a channel of Bun is traced, although it does not say so',
    async (event) => {
      const { start, end, asyncStart, asyncEnd, error } = tracingChannel('custody:call')
      const bunChannel = createChannel<TestTrace>(
        () => ({ start, end, asyncStart, asyncEnd, error }),
        'custody:call',
        () => ({ code: 'threw' }),
      )
      expect(bunChannel.hasSubscribers).toBe(false)
      const published: unknown[] = []
      const note = (context: unknown) => void published.push(context)
      tracingChannel('custody:call')[event].subscribe(note)
      const failing = async () => Promise.reject(new Error('content'))
      await expect(trace(bunChannel, () => ({ attempt: 1 }), failing)).rejects.toThrow('content')
      tracingChannel('custody:call')[event].unsubscribe(note)
      expect(published).toEqual([{ attempt: 1, code: 'threw', duration }])
    },
  )
})
