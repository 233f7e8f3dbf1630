import type { Operation } from '../document.ts'
import type { Draft, Rule, RuleContext } from '../model.ts'
import { checkRecord } from './cursor-record.ts'
import { called, requestBranches } from './operations.ts'
import { type Property, propertiesOf } from './places.ts'
import { checkUnmarked } from './unmarked.ts'

/** Batches and cursors name members of the request that can carry them, and sizes that are limits too; no such member goes unmarked. */
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
  const member = { extension: 'x-batch', parameter, types: ['array'] }
  const lists = membersFor(member, operation, context)
  // An alternative may take fewer, as a coin with memos takes one address, where another takes them all.
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
  membersFor({ extension: 'x-cursor', parameter, types: ['string', 'integer'] }, operation, context)
  checkRecord({ extension: 'x-cursor', record }, operation, context)
  checkLimit({ extension: 'x-cursor', name: 'page', size: page }, operation, context)
}

interface Wanted {
  readonly extension: string
  readonly parameter: string
  readonly types: readonly string[]
}

// The member that an extension means, in every alternative of the request.
function membersFor(
  { extension, parameter, types }: Wanted,
  operation: Draft<Operation>,
  context: RuleContext,
): readonly Property[] {
  const isMeant = ({ name, schema }: Property) =>
    name === parameter && types.includes(String(schema.node.type))
  const branches = requestBranches(operation, context)
  const members = branches.flatMap((branch) => propertiesOf(branch, context).find(isMeant) ?? [])
  if (members.length < branches.length)
    context.report({
      message: `Let the ${extension} of ${called(operation)} name a member of its request of the type ${types.join(' or ')}, not ${parameter}.`,
      location: context.location.child([extension, 'parameter']),
    })
  return members
}

function checkBounds(
  { name, schema: { node, location } }: Property,
  maximum: number,
  context: RuleContext,
): void {
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

interface Size {
  readonly extension: string
  readonly name: string
  readonly size: number
}

function checkLimit(
  { extension, name, size }: Size,
  operation: Draft<Operation>,
  context: RuleContext,
): void {
  if (operation['x-limit']?.some(({ value }) => value === size)) return
  context.report({
    message: `Add a limit of ${size} to the x-limit of ${called(operation)}: its ${extension} says so.`,
    location: context.location.child([extension, name]),
  })
}
