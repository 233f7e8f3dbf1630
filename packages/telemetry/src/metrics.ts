// What is counted and measured. Attributes have few values, and none comes from a message.
import { type Meter, type MeterProvider, metrics, type ObservableResult } from '@opentelemetry/api'

import { type ChannelName, describeProtocol, pick, type Work } from './work.ts'

// The semantic conventions name these boundaries.
const boundaries = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]
const duration = { unit: 's', advice: { explicitBucketBoundaries: boundaries } }

type Instruments = ReturnType<typeof createInstruments>

/** Creates a function that records finished work. */
export function createRecorder(
  now: () => number,
): (channel: ChannelName, work: Work, error: { readonly 'error.type'?: string }) => void {
  const gauges = createGauges(now)
  let provider: MeterProvider | undefined
  let instruments: Instruments | undefined
  return (channel, work, error) => {
    const currentProvider = metrics.getMeterProvider()
    // Instruments from before the start of the SDK never record.
    if (!instruments || provider !== currentProvider)
      instruments = createInstruments(currentProvider.getMeter('@custody-wallet/telemetry'), gauges)
    provider = currentProvider
    record[channel]?.(instruments, work, error)
    if (channel === 'workflow' && !('error.type' in error)) gauges.note(work)
  }
}

const record: {
  readonly [Name in ChannelName]?: (
    instruments: Instruments,
    work: Work,
    error: { readonly 'error.type'?: string },
  ) => void
} = {
  attempt: ({ attempts }, work, error) =>
    attempts.record((work.duration ?? 0) / 1000, {
      ...pick(work, ['host', 'port', 'status']),
      ...describeProtocol('attempt', work),
      ...error,
    }),
  gate: ({ gate }, { duration: milliseconds = 0 }, error) =>
    gate.record(milliseconds / 1000, { 'custody.gate': 'call', ...error }),
  key({ gate }, { waited }) {
    if (waited !== undefined) gate.record(waited / 1000, { 'custody.gate': 'key' })
  },
  message: ({ messages }, work, error) => messages.add(1, { ...pick(work, ['effect']), ...error }),
  workflow: ({ steps }, work, error) => steps.add(1, { ...pick(work, ['step']), ...error }),
}

function createInstruments(meter: Meter, gauges: ReturnType<typeof createGauges>) {
  meter
    .createObservableGauge('custody.checkpoint.age', { unit: 's' })
    .addCallback((result) => gauges.observeAge(result))
  meter
    .createObservableGauge('custody.addresses.available', { unit: '{address}' })
    .addCallback((result) => gauges.observeAvailable(result))
  return {
    attempts: meter.createHistogram('http.client.request.duration', duration),
    gate: meter.createHistogram('custody.gate.duration', duration),
    messages: meter.createCounter('custody.receiver.messages', { unit: '{message}' }),
    steps: meter.createCounter('custody.workflow.steps', { unit: '{step}' }),
  } as const
}

function createGauges(now: () => number) {
  let savedAt: number | undefined
  let fewest: number | undefined
  let lastObserved: number | undefined
  return {
    note({ step, count }: Work): void {
      if (step === 'save-checkpoint') savedAt = now()
      if (step === 'check-pool' && count !== undefined) fewest = Math.min(fewest ?? count, count)
    },
    observeAge(result: ObservableResult): void {
      if (savedAt !== undefined) result.observe((now() - savedAt) / 1000)
    },
    // Contexts do not name the coin, so the gauge shows the coin with the fewest addresses.
    observeAvailable(result: ObservableResult): void {
      lastObserved = fewest ?? lastObserved
      fewest = undefined
      if (lastObserved !== undefined) result.observe(lastObserved)
    },
  }
}
