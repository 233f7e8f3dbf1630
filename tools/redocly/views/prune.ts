import type { Document, OpenPoint } from '../document.ts'

/** Keeps the components that a view still leads to. */
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

// Security requirements name their schemes without `$ref`.
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

/** Moves the open points whose place is not part of a view to its root, so that no view loses one. */
export function keepOpenPoints(view: Document, contract: Document): Document {
  const shown = new Set(openPointsIn(view).map(({ id }) => id))
  const lost = openPointsIn(contract).filter(({ id }) => !shown.has(id))
  return { ...view, 'x-not-shown': [...(view['x-not-shown'] ?? []), ...lost] }
}

/** Every open point that is marked anywhere below a node, once each. */
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
