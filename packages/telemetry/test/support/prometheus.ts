// Names of metrics and labels in Prometheus, as its OTLP receiver and the collector form them.
import { DataPointType, type MetricData } from '@opentelemetry/sdk-metrics'

export interface Series {
  readonly metric: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

const escape = (name: string): string => name.replaceAll(/\W/g, '_')

/** Converts metrics into series. A histogram has one for its count and one for all buckets. */
export const createSeries = (metrics: readonly MetricData[]): readonly Series[] => metrics.flatMap(convert)

function convert(metric: MetricData): readonly Series[] {
  const { name, unit } = metric.descriptor
  const base = `${escape(name)}${unit === 's' ? '_seconds' : ''}`
  if (metric.dataPointType === DataPointType.HISTOGRAM)
    return metric.dataPoints.flatMap(({ attributes, value: { count } }) =>
      ['count', 'bucket'].map((suffix) => ({
        metric: `${base}_${suffix}`,
        labels: toLabels(attributes),
        value: count,
      })),
    )
  if (metric.dataPointType === DataPointType.EXPONENTIAL_HISTOGRAM) throw new TypeError('This metric needs no buckets.')
  const full = metric.dataPointType === DataPointType.SUM ? `${base}_total` : base
  return metric.dataPoints.map(({ attributes, value }) => ({ metric: full, labels: toLabels(attributes), value }))
}

const toLabels = (attributes: object): Series['labels'] =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [escape(name), String(value)]))
