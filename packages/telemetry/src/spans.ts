// A span for the work of each channel.
import { type Context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'

import { getParent } from './contexts.ts'
import { type ChannelName, describe, nameSpan, type Work } from './work.ts'

const kinds: { readonly [Name in ChannelName]?: SpanKind } = {
  attempt: SpanKind.CLIENT,
  handler: SpanKind.SERVER,
  message: SpanKind.CONSUMER,
}

const spans = new WeakMap<Work, Span>()

/** Starts the span of a work, and returns its context. */
export function startSpan(channel: ChannelName, work: Work): Context {
  const parent = getParent(work.traceparent)
  // A message may arrive long after its cause, so it begins a trace, with a link.
  const root = channel === 'message'
  const cause = trace.getSpanContext(parent)
  const span = trace.getTracer('@custody-wallet/telemetry').startSpan(
    nameSpan(channel, work),
    {
      attributes: describe(channel, work),
      kind: kinds[channel] ?? SpanKind.INTERNAL,
      root,
      ...(root && cause && { links: [{ context: cause }] }),
    },
    parent,
  )
  spans.set(work, span)
  return trace.setSpan(parent, span)
}

/** Ends the span of a work. */
export function endSpan(channel: ChannelName, work: Work, errorType: string | undefined): void {
  const span = spans.get(work)
  span?.updateName(nameSpan(channel, work)).setAttributes(describe(channel, work))
  if (errorType !== undefined) span?.setAttribute('error.type', errorType).setStatus({ code: SpanStatusCode.ERROR })
  span?.end()
}
