// Which span is the parent of the next one. Channels cannot activate a context of OpenTelemetry, so ours has a store of its own.
import { AsyncLocalStorage } from 'node:async_hooks'

import { type Context, context, isSpanContextValid, trace, TraceFlags } from '@opentelemetry/api'

/** The context of OpenTelemetry in which the work of a channel began, and the same context with the span of the work. */
export const activeWork: AsyncLocalStorage<{ readonly outer: Context; readonly inner: Context }> =
  new AsyncLocalStorage()

function getContext(): Context {
  const outer = context.active()
  const work = activeWork.getStore()
  // Another context means that the user has activated a span inside of ours.
  return work?.outer === outer ? work.inner : outer
}

/** Returns the context for the next span. Instrumentation of the server may already have a span of the same trace. */
export function getParent(traceparent: string | undefined): Context {
  const local = getContext()
  const [, traceId = '', spanId = '', flags = ''] = traceparent?.split('-') ?? []
  if (traceparent === undefined || trace.getSpanContext(local)?.traceId === traceId) return local
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED
  return trace.setSpanContext(local, { traceId, spanId, traceFlags, isRemote: true })
}

/**
 * Returns the `traceparent` of the current span, for the option `headers` of a client. It does not return `tracestate` and
 * baggage, because they may have data of yours.
 *
 * @example
 * ```ts
 * import { createTraceHeaders } from '@custody-wallet/telemetry'
 *
 * console.log(createTraceHeaders()) // {} outside of a span
 * ```
 */
export function createTraceHeaders(): Readonly<Record<string, string>> {
  const span = trace.getSpanContext(getContext())
  if (!span || !isSpanContextValid(span)) return {}
  return { traceparent: `00-${span.traceId}-${span.spanId}-0${span.traceFlags & TraceFlags.SAMPLED}` }
}
