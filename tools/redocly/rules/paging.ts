import type { Operation } from '../document.ts'
import type { Draft, Rule, RuleContext } from '../model.ts'
import {
  type Property,
  getId,
  followSchema,
  findLists,
  listProperties,
  listRequestBranches,
  findSuccess,
} from './nodes.ts'

/** Batches and cursors name fields of the request and limits of the call. Every list and cursor of a request is marked. */
export const batchAndCursor: Rule = () => ({
  Operation: (operation, context) => {
    checkBatch(operation, context)
    checkCursor(operation, context)
    checkUnmarked(operation, context)
  },
})

function checkBatch(operation: Draft<Operation>, context: RuleContext): void {
  const batch = operation['x-batch']
  if (!batch) return
  const { parameter = '', maximum = 0, record } = batch
  const field = { extension: 'x-batch', parameter, types: ['array'] }
  const lists = findFields(field, operation, context)
  // Some alternatives take fewer entries: a coin with memos takes one address per call.
  const narrower = lists.filter(({ schema }) => Number(schema.node.maxItems) < maximum)
  const widest = narrower.length < lists.length ? lists.filter((list) => !narrower.includes(list)) : lists
  for (const list of widest) checkBounds(list, maximum, context)
  if (record !== undefined) checkRecord({ extension: 'x-batch', record }, operation, context)
  checkLimit({ extension: 'x-batch', name: 'maximum', size: maximum }, operation, context)
}

function checkCursor(operation: Draft<Operation>, context: RuleContext): void {
  const cursor = operation['x-cursor']
  if (!cursor) return
  const { parameter = '', record = '', page = 0 } = cursor
  findFields({ extension: 'x-cursor', parameter, types: ['string', 'integer'] }, operation, context)
  checkRecord({ extension: 'x-cursor', record }, operation, context)
  checkLimit({ extension: 'x-cursor', name: 'page', size: page }, operation, context)
}

interface NamedField {
  readonly extension: string
  readonly parameter: string
  readonly types: readonly string[]
}

// The field with that name and type, in every alternative of the request.
function findFields(
  { extension, parameter, types }: NamedField,
  operation: Draft<Operation>,
  context: RuleContext,
): readonly Property[] {
  const isMatch = ({ name, schema }: Property) => name === parameter && types.includes(String(schema.node.type))
  const branches = listRequestBranches(operation, context)
  const fields = branches.flatMap((branch) => listProperties(branch, context).find(isMatch) ?? [])
  if (fields.length < branches.length)
    context.report({
      message: `Let the ${extension} of ${getId(operation)} name a field of its request of the type ${types.join(' or ')}, not ${parameter}.`,
      location: context.location.child([extension, 'parameter']),
    })
  return fields
}

function checkBounds({ name, schema: { node, location } }: Property, maximum: number, context: RuleContext): void {
  const bounds = [
    ['minItems', 1],
    ['maxItems', maximum],
  ] as const
  for (const [bound, value] of bounds)
    if (node[bound] !== value)
      context.report({
        message: `Set ${bound} of ${name} to ${value}, as the x-batch of its operation says.`,
        location: location.child(bound),
      })
}

function checkLimit(
  { extension, name, size }: { readonly extension: string; readonly name: string; readonly size: number },
  operation: Draft<Operation>,
  context: RuleContext,
): void {
  if (operation['x-limit']?.some(({ value }) => value === size)) return
  context.report({
    message: `Add a limit of ${size} to the x-limit of ${getId(operation)}: its ${extension} has that size.`,
    location: context.location.child([extension, name]),
  })
}

// The requested id or the next cursor comes from the records of the response, so each has that field.
function checkRecord(
  { extension, record }: { readonly extension: 'x-batch' | 'x-cursor'; readonly record: string },
  operation: Draft<Operation>,
  context: RuleContext,
): void {
  const response = findSuccess(operation, context)
  const lists = response ? findLists(response, context) : []
  const records = lists.flatMap(
    ({ node, location }) => followSchema(node.items, location.child('items'), context) ?? [],
  )
  if (records.length > 0 && records.every(({ node }) => node.properties?.[record])) return
  context.report({
    message: `Let the ${extension} of ${getId(operation)} name a field of the records in its response, not ${record}.`,
    location: context.location.child([extension, 'record']),
  })
}

const signs = [
  { extension: 'x-batch', isSign: ({ schema }: Property) => schema.node.type === 'array' },
  { extension: 'x-cursor', isSign: ({ name }: Property) => name === 'max_id' },
] as const

// A request with such a field has the extension.
function checkUnmarked(operation: Draft<Operation>, context: RuleContext): void {
  const fields = listRequestBranches(operation, context).flatMap((branch) => listProperties(branch, context))
  for (const { extension, isSign } of signs) {
    const field = operation[extension] ? undefined : fields.find(isSign)
    if (!field) continue
    context.report({
      message: `Give ${getId(operation)} an ${extension}: its request has the field ${field.name}.`,
      location: context.location.key(),
    })
  }
}
