// Types of forms that show only some fields of their call.
import { faultKinds } from '../faults/kinds.ts'
import type { ControlId } from '../generated/calls.ts'
import { capitalize } from '../names.ts'
import { listNames } from '../states/table.ts'

/** One type of a form. */
export interface Variant {
  readonly name: string
  readonly title: string
  readonly meaning: string
  /** Visible fields, in their order. */
  readonly fields: readonly string[]
  /** Fields that the type itself sets. */
  readonly preset: Readonly<Record<string, string>>
}

const formatKind = (name: string): string => capitalize(name.replaceAll('-', ' '))

const faultVariants = listNames(faultKinds).map((name): Variant => {
  const { meaning, parameters, isSealedOnly } = faultKinds[name]
  return {
    name,
    title: formatKind(name),
    meaning,
    fields: ['operation', ...(isSealedOnly ? [] : ['view']), ...Object.keys(parameters), 'times', 'percent', 'seed'],
    preset: { kind: name },
  }
})

const delivery = ['copies', 'requestIds', 'order', 'delay']

const variants: { readonly [Id in ControlId]?: readonly Variant[] } = {
  'faults.add': faultVariants,
  'notifications.send': [
    {
      name: 'deposits',
      title: 'Of deposits',
      meaning: 'Sends what the sandbox knows about deposits, with changed fields if you want.',
      fields: ['deposits', 'overrides', ...delivery],
      preset: {},
    },
    {
      name: 'content',
      title: 'With any content',
      meaning: 'Sends content that you write, also if it is wrong.',
      fields: ['kind', 'content', 'overrides', ...delivery],
      preset: {},
    },
  ],
}

export const listVariants = (id: ControlId): readonly Variant[] => variants[id] ?? []
