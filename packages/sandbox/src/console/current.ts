// Current values of what a form changes, so that the form starts with them.
import type { ControlId } from '../generated/calls.ts'
import type { PageContext } from './page.ts'

interface Subject {
  /** Field that names it. */
  readonly key: string
  readonly find: (context: PageContext, name: string) => Promise<object | undefined>
}

const subjects: { readonly [Id in ControlId]?: Subject } = {
  'coins.update': {
    key: 'symbol',
    find: async ({ control }, name) => (await control.coins.list()).find(({ symbol }) => symbol === name),
  },
  'merchants.update': {
    key: 'appId',
    find: async ({ control }, name) => (await control.merchants.list()).find(({ appId }) => appId === name),
  },
  'networks.update': {
    key: 'name',
    find: async ({ control }, name) => (await control.networks.list()).find((each) => each.name === name),
  },
}

/** What a form changes. Its key is fixed, because the values of another one differ. */
export interface Current {
  readonly key: string
  readonly name: string
  readonly texts: Readonly<Record<string, string>>
}

/** Reads the current values of what the query names; `undefined` if it names nothing that a form of the call changes. */
export async function readCurrent(context: PageContext, id: ControlId): Promise<Current | undefined> {
  const subject = subjects[id]
  const name = subject && context.query.get(subject.key)
  const values = name ? await subject.find(context, name) : undefined
  if (!subject || !name || !values) return undefined
  const texts = Object.entries(values).map(([field, value]) => [field, formatValue(value)])
  return { key: subject.key, name, texts: Object.fromEntries(texts) }
}

const formatValue = (value: unknown): string => (Array.isArray(value) ? value.join(' ') : String(value))
