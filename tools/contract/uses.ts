// Which calls use a component, on which side, and as which part.
import { type Spot, createWholeSpot } from './changes.ts'
import { listCalls, follow, isList, type Json, type Fields, getFields, type Pair, toText } from './documents.ts'
import type { Side } from './kinds.ts'

/** Parts of a call, their side, and the keywords under which a reference is the whole part. */
const parts = [
  { keyword: 'path', side: 'request', noun: 'field', whole: [] },
  { keyword: 'parameters', side: 'request', noun: 'parameter', whole: ['contentSchema'] },
  { keyword: 'x-parameters', side: 'request', noun: 'parameter', whole: ['x-parameters'] },
  { keyword: 'requestBody', side: 'request', noun: 'body field', whole: ['schema', 'contentSchema'] },
  { keyword: 'responses', side: 'response', noun: 'field', whole: [] },
] as const satisfies readonly { keyword: string; side: Side; noun: Spot['noun']; whole: readonly string[] }[]

interface Use {
  readonly sides: Set<Side>
  /** Calls that send nothing else, by the word for its fields. */
  readonly whole: Map<Spot['noun'], Set<string>>
}
export type Uses = ReadonlyMap<string, Use>

/** Whether the merchant may send or receive the call: the open point `call-direction` depends on the deployment. */
export const hasEitherEnd = (call: Json | undefined): boolean =>
  toText(getFields(call)['x-resource']).startsWith('notifications.')

export const bothSides: readonly Side[] = ['request', 'response']

/** Uses of the components of both documents, by their references. */
export function findUses(documents: Pair<Json>): Uses {
  const uses = new Map<string, Use>()
  for (const document of [documents.was, documents.is])
    for (const [id, call] of listCalls(document)) addUses(uses, id, call, document)
  return uses
}

function addUses(uses: Map<string, Use>, id: string, call: Fields, document: Json): void {
  for (const { keyword, side, noun, whole } of parts)
    for (const [reference, sections] of findReferences(call[keyword], keyword, document)) {
      const use = getUse(uses, reference)
      for (const each of hasEitherEnd(call) ? bothSides : [side]) use.sides.add(each)
      if (whole.some((section) => sections.has(section)))
        use.whole.set(noun, (use.whole.get(noun) ?? new Set()).add(id))
    }
}

/** References in a node, direct and indirect, with the keywords of the direct ones. */
function findReferences(node: Json | undefined, keyword: string, document: Json): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  const visit = (node: Json | undefined, keyword: string): void => {
    if (isList(node)) for (const entry of node) visit(entry, keyword)
    const { $ref, ...fields } = getFields(node)
    for (const [name, value] of Object.entries(fields)) visit(value, name)
    if (typeof $ref !== 'string') return
    const sections = found.get($ref)
    found.set($ref, (sections ?? new Set()).add(keyword))
    if (!sections) visit(follow($ref, document), '')
  }
  visit(node, keyword)
  return found
}

function getUse(uses: Map<string, Use>, reference: string): Use {
  const use = uses.get(reference) ?? { sides: new Set(), whole: new Map() }
  uses.set(reference, use)
  return use
}

/** The location of a component in a sentence: everything that a call sends is named after the call. */
export function createComponentSpot(spot: Spot, uses: Uses, section: string, name: string): Spot {
  const use = uses.get(`#/components/${section}/${name}`)
  const sides = use ? [...use.sides] : bothSides
  const [whole, another] = use ? [...use.whole] : []
  if (!whole || another) return { ...spot, sides, subjects: [`\`${name}\``] }
  const [noun, calls] = whole
  return createWholeSpot({ ...spot, sides, subjects: [...calls] }, noun)
}
