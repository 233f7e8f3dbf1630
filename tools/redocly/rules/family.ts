import type { Family, Operation } from '../document.ts'
import type { Draft, Rule, RuleContext } from '../model.ts'
import { called, familyOf } from './operations.ts'

interface Convention {
  readonly prefix: string
  readonly method: string
}
const conventions: Record<Family, Convention> = {
  token: { prefix: '/open-api/', method: 'get' },
  v2: { prefix: '/api/v2/', method: 'get' },
  mpc: { prefix: '/api/mpc/', method: 'get' },
  v1: { prefix: '/api/v1/', method: 'post' },
}

/** Every operation names its family, and the family fits its path and its method. */
export const family: Rule = () => {
  let path = ''
  return {
    PathItem: (_item, { key }) => {
      path = String(key)
    },
    Operation: (operation, context) => {
      check(operation, path, context)
    },
  }
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
