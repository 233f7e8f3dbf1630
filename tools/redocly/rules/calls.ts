import type { Family, MediaType, Operation, PathItem, Server } from '../document.ts'
import type { Draft, Location, Rule, RuleContext } from '../model.ts'
import { actionPaths } from '../views/actions.ts'
import { getId, getFamily, follow, listRequestBranches } from './nodes.ts'

interface Convention {
  readonly prefix: string
  readonly method: string
  readonly server: string
}
const conventions: Record<Family, Convention> = {
  token: { prefix: '/open-api/', method: 'get', server: '{open_platform_url}' },
  v2: { prefix: '/api/v2/', method: 'get', server: '{base_url}' },
  mpc: { prefix: '/api/mpc/', method: 'get', server: '{base_url}' },
  v1: { prefix: '/api/v1/', method: 'post', server: '{v1_url}' },
}

interface Path {
  readonly name: string
  readonly item: Draft<PathItem>
  readonly location: Location
}

/** Every operation names its family, and the family fits its path, its method and its server. */
export const family: Rule = () => {
  let path: Path | undefined
  return {
    PathItem: (item, { key, location }) => {
      path = { name: String(key), item, location }
    },
    Operation: (operation, context) => {
      if (!path) return
      checkFamily(operation, path.name, context)
      checkServers(operation, path, context)
    },
  }
}

function checkServers(operation: Draft<Operation>, { item, location }: Path, context: RuleContext): void {
  const family = getFamily(operation)
  if (!family) return
  const { server } = conventions[family]
  const servers = item.servers ?? []
  if (servers.length === 0)
    context.report({
      message: `Give the path of ${getId(operation)} the server ${server}, as every path of ${family} has.`,
      location: location.key(),
    })
  for (const [index, serverNode] of servers.entries())
    if (follow<Server>(serverNode, location.child(['servers', index]), context).node?.url !== server)
      context.report({
        message: `Give ${getId(operation)} the server ${server}, as every path of ${family} has.`,
        location: location.child(['servers', index]),
      })
}

function checkFamily(operation: Draft<Operation>, path: string, context: RuleContext): void {
  const message = findFamilyFault(operation, path, String(context.key))
  const location = 'x-family' in operation ? context.location.child('x-family') : context.location.key()
  if (message) context.report({ message, location })
}

function findFamilyFault(operation: Draft<Operation>, path: string, method: string): string | undefined {
  const family = getFamily(operation)
  const name = getId(operation)
  if (!family) return `Give ${name} an x-family: token, v2, mpc or v1.`
  const convention = conventions[family]
  if (!path.startsWith(convention.prefix))
    return `Change the x-family of ${name}, or its path ${path}: the paths of ${family} start with ${convention.prefix}.`
  if (method !== convention.method)
    return `Describe ${name} as a ${convention.method}, not as a ${method}: all calls of ${family} use ${convention.method}.`
  return undefined
}

type EnvelopePart = 'x-envelope' | 'response'
const shapes: Record<Family, Record<EnvelopePart, boolean>> = {
  token: { 'x-envelope': false, response: false },
  v2: { 'x-envelope': true, response: false },
  mpc: { 'x-envelope': true, response: false },
  v1: { 'x-envelope': true, response: true },
}
const requests: Record<EnvelopePart, string> = {
  'x-envelope': 'an x-envelope',
  response: 'a response in its x-envelope, even if it is none',
}

/** Sealed operations have an `x-envelope` with the content of their sealed texts; others do not. */
export const envelope: Rule = () => ({
  Operation: (operation, context) => {
    const family = getFamily(operation)
    if (!family) return
    checkParts(operation, family, context)
    if (shapes[family]['x-envelope']) checkContents(operation, context)
  },
})

function checkParts(operation: Draft<Operation>, family: Family, context: RuleContext): void {
  for (const { name, owner, parent } of listFields(operation, context.location)) {
    const isPresent = name in owner
    if (isPresent === shapes[family][name]) continue
    const message = isPresent
      ? `Remove ${name} from ${getId(operation)}: operations of ${family} do not have it.`
      : `Give ${getId(operation)} ${requests[name]}, as every operation of ${family} has.`
    context.report({ message, location: isPresent ? parent.child(name).key() : parent.key() })
  }
}

function listFields(operation: Draft<Operation>, parent: Location) {
  const { 'x-envelope': envelope } = operation
  const own = { name: 'x-envelope', owner: operation, parent } as const
  if (!envelope) return [own]
  return [own, { name: 'response', owner: envelope, parent: parent.child('x-envelope') } as const]
}

// The names of types come from the names of the files.
function checkContents(operation: Draft<Operation>, context: RuleContext): void {
  const { request, response }: { request?: Content; response?: Content } = operation['x-envelope'] ?? {}
  for (const [side, content] of Object.entries({ request, response })) {
    if (typeof content !== 'object' || content.schema?.$ref?.endsWith('.yaml')) continue
    context.report({
      message: `Move the ${side} schema of ${getId(operation)} to a separate file and refer to it.`,
      location: context.location.child(['x-envelope', side, 'schema']).key(),
    })
  }
}

type Content = Draft<MediaType> | 'none' | undefined

/** Every operation has a unique resource and verb: the name that clients give it. */
export const resource: Rule = () => {
  const owners = new Map<string, string>()
  return {
    Operation: (operation, context) => {
      const { 'x-resource': name } = operation
      if (name === undefined) {
        const message = `Give ${getId(operation)} an x-resource of the form resource.verb.`
        return context.report({ message, location: context.location.key() })
      }
      const location = context.location.child('x-resource')
      if (!/^[a-z][a-zA-Z]*\.[a-z][a-zA-Z]*$/.test(name)) {
        const message = `Write the x-resource of ${getId(operation)} in the form resource.verb, of letters, instead of ${name}.`
        context.report({ message, location })
      }
      const owner = owners.get(name)
      if (owner !== undefined)
        context.report({
          message: `Give ${getId(operation)} another x-resource: ${owner} has ${name}.`,
          location,
        })
      owners.set(name, getId(operation))
    },
  }
}

/** Every operation says whether it may be repeated. The fields that make it idempotent are required. */
export const retry: Rule = () => ({
  Operation: (operation, context) => {
    const { 'x-retry': retry } = operation
    if (retry === undefined)
      context.report({
        message: `Give ${getId(operation)} an x-retry: safe, never, or the fields that make it idempotent.`,
        location: context.location.key(),
      })
    const fields = typeof retry === 'object' ? (retry.idempotent ?? []) : []
    for (const [index, field] of fields.entries())
      if (!listRequestBranches(operation, context).every(({ node }) => node.required?.includes(field)))
        context.report({
          message: `Require the field ${field} in the request of ${getId(operation)}, or remove it from its x-retry.`,
          location: context.location.child(['x-retry', 'idempotent', index]),
        })
  },
})

/** Every path is described in the file that bears its name, unless a table defines it. */
export const pathFile: Rule = () => ({
  Paths: (paths, { location, report }) => {
    for (const [path, item] of Object.entries(paths)) {
      const file = `./paths/${path.slice(1).replaceAll('/', '@')}.yaml`
      if (item && '$ref' in item ? item.$ref === file : actionPaths.has(path)) continue
      report({
        message: `Describe the path ${path} in ${file} and refer to it.`,
        location: location.child(path),
      })
    }
  },
})
