type Vary = (value: string | number, index: number) => string | number

// What differs from record to record in a real page; the rest is often the same.
const variations: Readonly<Record<string, Vary>> = {
  id: (value, index) => Number(value) + index,
  request_id: (value, index) => `${value}-${index}`,
  amount: (_, index) => `${index}.${String(index * 7919).padStart(8, '0')}`,
  txid: (value, index) => `${value}`.replace(/.{3}$/, String(100 + index)),
  created_at: (value, index) => Number(value) + index * 1000,
  updated_at: (value, index) => Number(value) + index * 1000,
}

type Members = Readonly<Record<string, string | number>>

const recordsInPage = 100

/** A full page of records like the given ones. */
export function page(samples: readonly Members[]): readonly Members[] {
  return Array.from({ length: recordsInPage }, (_, index) =>
    varied(samples[index % samples.length] ?? {}, index),
  )
}

const varied = (sample: Members, index: number): Members =>
  Object.fromEntries(
    Object.entries(sample).map(([name, value]) => [name, variations[name]?.(value, index) ?? value]),
  )
