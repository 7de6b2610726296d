import { Counter, Gauge, Registry } from 'prom-client'

export interface Metric {
  name: string
  help: string
  kind: 'counter' | 'gauge'
  values: { value: number; labels?: Record<string, string> }[]
}

/** Metrics in the text form that Prometheus reads, by prom-client. */
export async function prometheusText(metrics: readonly Metric[]): Promise<{ type: string; text: string }> {
  const registry = new Registry()
  for (const metric of metrics) add(registry, metric)
  return { type: registry.contentType, text: await registry.metrics() }
}

function add(registry: Registry, { name, help, kind, values }: Metric): void {
  const labelNames = [...new Set(values.flatMap(({ labels = {} }) => Object.keys(labels)))]
  const options = { name, help, labelNames, registers: [registry] }
  if (kind === 'gauge') {
    const gauge = new Gauge(options)
    for (const { value, labels = {} } of values) gauge.set(labels, value)
    return
  }
  const counter = new Counter(options)
  for (const { value, labels = {} } of values) counter.inc(labels, value)
}
