import type { Operation, Schema } from '../document.ts'
import type { Draft, Location, Rule, RuleContext } from '../model.ts'
import { getFamily, follow, followSchema } from './nodes.ts'

const mark = 'x-wire-number'
// Exact decimals as strings; an amount has no sign.
const decimals = new Set<unknown>(['decimal', 'amount'])

/** The mark is beside a reference to a decimal, and only in v1 calls. */
export const wireNumber: Rule = () => {
  const markedSchemas = new Map<Draft<Schema>, Location>()
  const sealedContents = new Set<unknown>()
  return {
    Schema: checkBare,
    ref: {
      enter: (schema, context) => {
        if (!schema[mark]) return
        markedSchemas.set(schema, context.location)
        checkFormat(schema, context)
      },
    },
    Operation: (operation, context) => {
      if (getFamily(operation) === 'v1') collect(...getContent(operation, context), sealedContents, context)
    },
    Root: {
      leave: (_root, { report }) => {
        for (const [schema, location] of markedSchemas)
          if (!sealedContents.has(schema))
            report({
              message: `Remove ${mark}: no v1 envelope refers to it.`,
              location: location.child(mark).key(),
            })
      },
    },
  }
}

// In the plain view, the body and the response replace the envelope.
function getContent(operation: Draft<Operation>, { location }: RuleContext): [unknown, Location] {
  const envelope = operation['x-envelope']
  return envelope ? [envelope, location.child('x-envelope')] : [operation, location]
}

function checkBare(schema: Draft<Schema>, { location, report }: RuleContext): void {
  if (!schema[mark]) return
  const message = `Move ${mark} from the schema to its uses, beside a $ref to a decimal.`
  report({ message, location: location.child(mark).key() })
}

function checkFormat(schema: Draft<Schema>, context: RuleContext): void {
  const target = followSchema(schema, context.location, context)
  if (!target || decimals.has(target.node['x-format'])) return
  const message = `Let the $ref beside ${mark} lead to a schema with the x-format decimal or amount.`
  context.report({ message, location: context.location.child('$ref') })
}

// Collects every node below a node, and follows references.
function collect(node: unknown, location: Location, found: Set<unknown>, context: RuleContext): void {
  if (typeof node !== 'object' || node === null || found.has(node)) return
  found.add(node)
  for (const [name, field] of Object.entries(node)) collect(field, location.child(name), found, context)
  const target = follow<object>(node, location, context)
  collect(target.node, target.location, found, context)
}
