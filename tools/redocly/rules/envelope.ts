import type { Family, MediaType, Operation } from '../document.ts'
import type { Draft, Location, Rule, RuleContext } from '../model.ts'
import { called, familyOf } from './operations.ts'

// Which members the operations of a family have; they have no others of these.
type Member = 'x-envelope' | 'response'
const shapes: Record<Family, Record<Member, boolean>> = {
  token: { 'x-envelope': false, response: false },
  v2: { 'x-envelope': true, response: false },
  mpc: { 'x-envelope': true, response: false },
  v1: { 'x-envelope': true, response: true },
}
const requests: Record<Member, string> = {
  'x-envelope': 'an x-envelope',
  response: 'a response in its x-envelope, even if it is none',
}

/** Sealed operations, and no others, say in `x-envelope` what their sealed texts hold. */
export const envelope: Rule = () => ({
  Operation: (operation, context) => {
    const family = familyOf(operation)
    if (!family) return
    checkMembers(operation, family, context)
    if (shapes[family]['x-envelope']) checkContents(operation, context)
  },
})

function checkMembers(operation: Draft<Operation>, family: Family, context: RuleContext): void {
  for (const { name, owner, place } of membersOf(operation, context.location)) {
    const present = name in owner
    if (present === shapes[family][name]) continue
    const message = present
      ? `Take ${name} away from ${called(operation)}: operations of ${family} have none.`
      : `Give ${called(operation)} ${requests[name]}, as every operation of ${family} has.`
    context.report({ message, location: present ? place.child(name).key() : place.key() })
  }
}

function membersOf(operation: Draft<Operation>, place: Location) {
  const { 'x-envelope': envelope } = operation
  const own = { name: 'x-envelope', owner: operation, place } as const
  if (!envelope) return [own]
  return [own, { name: 'response', owner: envelope, place: place.child('x-envelope') } as const]
}

// The views and the types take their names from the files.
function checkContents(operation: Draft<Operation>, context: RuleContext): void {
  const { request, response }: { request?: Content; response?: Content } = operation['x-envelope'] ?? {}
  for (const [side, content] of Object.entries({ request, response })) {
    if (typeof content !== 'object' || content.schema?.$ref?.endsWith('.yaml')) continue
    context.report({
      message: `Move the ${side} schema of ${called(operation)} to a file of its own and refer to it.`,
      location: context.location.child(['x-envelope', side, 'schema']).key(),
    })
  }
}

type Content = Draft<MediaType> | 'none' | undefined
