// A real SDK that keeps spans and metrics in memory.
import { context, metrics, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { type MetricData, MeterProvider, MetricReader } from '@opentelemetry/sdk-metrics'
import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'

import { startWith } from '../../src/start.ts'

class TestReader extends MetricReader {
  protected override async onShutdown(): Promise<void> {}
  protected override async onForceFlush(): Promise<void> {}
}

export interface Sdk extends Disposable {
  readonly listSpans: () => readonly ReadableSpan[]
  /** Returns the only span with this name. */
  readonly findSpan: (name: string) => ReadableSpan
  readonly collect: () => Promise<readonly MetricData[]>
}

/** Starts the SDK and the bridge. */
export function startSdk(now: () => number = Date.now): Sdk {
  const exporter = new InMemorySpanExporter()
  const reader = new TestReader()
  const stop = startWith(now)
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }))
  metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }))
  return {
    listSpans: () => exporter.getFinishedSpans(),
    findSpan(name) {
      const [span, ...others] = exporter.getFinishedSpans().filter((each) => each.name === name)
      if (!span || others.length > 0) throw new Error(`${name}: ${others.length + 1} spans or none.`)
      return span
    },
    collect: async () => (await reader.collect()).resourceMetrics.scopeMetrics.flatMap((scope) => scope.metrics),
    [Symbol.dispose]() {
      stop()
      context.disable()
      trace.disable()
      metrics.disable()
    },
  }
}
