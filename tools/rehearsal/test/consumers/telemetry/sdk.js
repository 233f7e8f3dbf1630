// The SDK of the program, with an exporter that prints names of spans.
import { trace } from '@opentelemetry/api'
import { SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'

const exporter = {
  export(spans, done) {
    for (const { name, attributes } of spans) console.log(name, attributes['custody.code'])
    done({ code: 0 })
  },
  shutdown: async () => undefined,
}
trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }))
