// Compares two documents of a view, from the root down.
import { calls } from './calls.ts'
import { type Change, changesFrom, type Found, type Spot } from './changes.ts'
import type { Json, Pair } from './documents.ts'
import type { KindName } from './kinds.ts'
import { answerNode, parameterNode, servers } from './messages.ts'
import { compare, type Node, type Rule } from './nodes.ts'
import { child, differs, entries, phrased, setting, words } from './rules.ts'
import { openPoints, schemaNode } from './schemas.ts'
import { bothSides, componentSpot, usesIn } from './uses.ts'

/** Everything that changed between two documents of each view, worst first. */
export function compareViews(views: readonly Pair<Json>[]): readonly Change[] {
  return changesFrom(views.flatMap(compareDocuments))
}

function compareDocuments(documents: Pair<Json>): readonly Found[] {
  return compare(documentNode, documents, {
    subjects: ['the contract'],
    part: '',
    noun: 'member',
    sides: bothSides,
    eitherEnd: false,
    open: false,
    documents,
    trail: [],
  })
}

const codes = entries({
  node: () => ({ code: setting, meaning: differs('meaning changed'), source: words }),
  name: 'code',
  added: 'code added',
  removed: 'code removed',
  at: phrased('the code `{name}`'),
})

const codeTables = entries({
  node: () => ({ includes: setting, codes }),
  added: 'part added',
  removed: 'part removed',
  at: (spot, name) => ({ ...spot, subjects: [`the family ${name}`] }),
})

const info: Rule = child(() => ({
  title: words,
  version: words,
  summary: words,
  description: words,
  license: setting,
}))

/** Components by their names, wherever they are used. */
const components =
  (node: () => Node, added: KindName, removed: KindName): Rule =>
  (difference) => {
    const { keyword: section, spot } = difference
    const uses = usesIn(spot.documents)
    return entries({
      node,
      added,
      removed,
      at: (spot: Spot, name: string) => ({ ...spot, subjects: [`\`${name}\``] }),
      inside: (spot: Spot, name: string) => componentSpot(spot, uses, section, name),
    })(difference)
  }

const scheme: Node = {
  type: setting,
  in: setting,
  name: setting,
  scheme: setting,
  description: words,
  'x-not-shown': openPoints,
}

const documentNode: Node = {
  openapi: setting,
  info,
  servers,
  tags: words,
  paths: calls,
  components: child(() => ({
    schemas: components(() => schemaNode, 'type added', 'type removed'),
    parameters: components(() => parameterNode, 'part added', 'part removed'),
    responses: components(() => answerNode, 'part added', 'part removed'),
    securitySchemes: components(() => scheme, 'part added', 'part removed'),
    examples: words,
  })),
  'x-codes': codeTables,
  'x-not-shown': openPoints,
  'x-view': setting,
}
