import type { Document, OpenPoint } from '../document.ts'

/** Removes components that no reference leads to. */
export function prune(document: Document): Document {
  const used = reachable(document)
  const kinds = Object.entries(document.components).map(([kind, named]) => {
    const kept = Object.entries(named).filter(([name]) => used.has(`#/components/${kind}/${name}`))
    return [kind, Object.fromEntries(kept)] as const
  })
  const components = Object.fromEntries(kinds.filter(([, named]) => Object.keys(named).length > 0))
  return { ...document, components: { schemas: {}, ...components } }
}

function reachable({ components, ...root }: Document): ReadonlySet<string> {
  const used = new Set<string>()
  const follow = (node: unknown): void => {
    for (const reference of [...referencesIn(node), ...schemesIn(node)]) {
      if (used.has(reference)) continue
      used.add(reference)
      const [, , kind = '', name = ''] = reference.split('/')
      follow(components[kind]?.[name])
    }
  }
  follow(root)
  return used
}

function referencesIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, value]) =>
    key === '$ref' && typeof value === 'string' ? [value] : referencesIn(value),
  )
}

// Security requirements refer to schemes by name, without `$ref`.
function schemesIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, value]) =>
    key === 'security' && Array.isArray(value)
      ? value.flatMap((requirement) =>
          Object.keys(requirement).map((name) => `#/components/securitySchemes/${name}`),
        )
      : schemesIn(value),
  )
}

/** Moves open points whose place a view lacks to its root, so that each view has them all. */
export function keepOpenPoints(view: Document, contract: Document): Document {
  const shown = new Set(openPointsIn(view).map(({ id }) => id))
  const lost = openPointsIn(contract).filter(({ id }) => !shown.has(id))
  return { ...view, 'x-not-shown': [...(view['x-not-shown'] ?? []), ...lost] }
}

/** Every open point below a node, once each. */
export function openPointsIn(node: unknown): OpenPoint[] {
  const found = new Map<string, OpenPoint>()
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, member] of Object.entries(value)) {
      if (key === 'x-not-shown' && Array.isArray(member))
        for (const point of member) found.set(point.id, point)
      else visit(member)
    }
  }
  visit(node)
  return [...found.values()]
}
