import type { Family, Operation, PathItem, Server } from '../document.ts'
import type { Draft, Location, Rule, RuleContext } from '../model.ts'
import { called, familyOf } from './operations.ts'
import { follow } from './places.ts'

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

/** Every operation names its family, and the family fits its path, its method and its server. */
export const family: Rule = () => {
  let path: Place = { name: '', item: {}, location: undefined }
  return {
    PathItem: (item, { key, location }) => {
      path = { name: String(key), item, location }
    },
    Operation: (operation, context) => {
      check(operation, path.name, context)
      checkServers(operation, path, context)
    },
  }
}

interface Place {
  readonly name: string
  readonly item: Draft<PathItem>
  readonly location: Location | undefined
}

function checkServers(operation: Draft<Operation>, { item, location }: Place, context: RuleContext): void {
  const family = familyOf(operation)
  if (!family || !location) return
  const { server } = conventions[family]
  const servers = item.servers ?? []
  if (servers.length === 0)
    context.report({
      message: `Give the path of ${called(operation)} the server ${server}, as every path of ${family} has.`,
      location: location.key(),
    })
  for (const [index, written] of servers.entries())
    if (follow<Server>(written, location.child(['servers', index]), context).node?.url !== server)
      context.report({
        message: `Serve ${called(operation)} from ${server}, as every path of ${family} is.`,
        location: location.child(['servers', index]),
      })
}

function check(operation: Draft<Operation>, path: string, context: RuleContext): void {
  const message = complaint(operation, path, String(context.key))
  const member = 'x-family' in operation ? context.location.child('x-family') : context.location.key()
  if (message) context.report({ message, location: member })
}

function complaint(operation: Draft<Operation>, path: string, method: string): string | undefined {
  const family = familyOf(operation)
  const name = called(operation)
  if (!family) return `Give ${name} an x-family: token, v2, mpc or v1.`
  const convention = conventions[family]
  if (!path.startsWith(convention.prefix))
    return `Change the x-family of ${name}, or its path ${path}: the paths of ${family} begin with ${convention.prefix}.`
  if (method !== convention.method)
    return `Describe ${name} as a ${convention.method}, not as a ${method}: so are all calls of ${family}.`
  return undefined
}
