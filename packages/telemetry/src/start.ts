import { tracingChannel } from 'node:diagnostics_channel'

import { context } from '@opentelemetry/api'

import { activeWork } from './contexts.ts'
import { createRecorder } from './metrics.ts'
import { endSpan, startSpan } from './spans.ts'
import { type ChannelName, channelNames, type Work } from './work.ts'

/** Starts the bridge with a clock of Unix milliseconds. */
export function startWith(now: () => number): () => void {
  const record = createRecorder(now)
  const stops = channelNames.map((name) => watch(name, record))
  return () => stops.forEach((stop) => stop())
}

function watch(name: ChannelName, record: ReturnType<typeof createRecorder>): () => void {
  const channel = tracingChannel<Work, ReturnType<typeof activeWork.getStore>>(`custody:${name}`)
  const failed = new WeakSet<Work>()
  const subscribers = {
    error: (work: Work) => void failed.add(work),
    asyncEnd(work: Work) {
      const errorType = failed.has(work) ? readErrorType(work) : undefined
      endSpan(name, work, errorType)
      record(name, work, errorType === undefined ? {} : { 'error.type': errorType })
    },
  }
  channel.start.bindStore(activeWork, (work) => ({ outer: context.active(), inner: startSpan(name, work) }))
  channel.subscribe(subscribers)
  return () => {
    channel.start.unbindStore(activeWork)
    channel.unsubscribe(subscribers)
  }
}

// The semantic conventions name an error of HTTP by its status.
const readErrorType = ({ code = '_OTHER', status }: Work): string =>
  code === 'HTTP_STATUS' && status !== undefined ? String(status) : code

let stopRunning: (() => void) | undefined

/**
 * Turns what the packages publish on their channels into spans and metrics of OpenTelemetry. The SDK may start before or
 * after it. Returns a function that stops it.
 *
 * @example
 * ```ts
 * import { startTelemetry } from '@custody-wallet/telemetry'
 *
 * const stop = startTelemetry()
 * stop()
 * ```
 */
export function startTelemetry(): () => void {
  stopRunning ??= startWith(Date.now)
  return () => {
    stopRunning?.()
    stopRunning = undefined
  }
}
