import type { Document, OpenPoint } from '../document.ts'

/** Removes components that no reference leads to. */
export function prune(document: Document): Document {
  const references = findReachable(document)
  const kinds = Object.entries(document.components).map(([kind, entriesByName]) => {
    const entries = Object.entries(entriesByName).filter(([name]) => references.has(`#/components/${kind}/${name}`))
    return [kind, Object.fromEntries(entries)] as const
  })
  const components = Object.fromEntries(kinds.filter(([, entriesByName]) => Object.keys(entriesByName).length > 0))
  return { ...document, components: { schemas: {}, ...components } }
}

function findReachable({ components, ...root }: Document): ReadonlySet<string> {
  const references = new Set<string>()
  const follow = (node: unknown): void => {
    for (const reference of [...findReferences(node), ...findSchemes(node)]) {
      if (references.has(reference)) continue
      references.add(reference)
      const [, , kind = '', name = ''] = reference.split('/')
      follow(components[kind]?.[name])
    }
  }
  follow(root)
  return references
}

function findReferences(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, value]) =>
    key === '$ref' && typeof value === 'string' ? [value] : findReferences(value),
  )
}

// Security requirements refer to schemes by name, without `$ref`.
function findSchemes(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, value]) =>
    key === 'security' && Array.isArray(value)
      ? value.flatMap((requirement) => Object.keys(requirement).map((name) => `#/components/securitySchemes/${name}`))
      : findSchemes(value),
  )
}

/** Moves open points without a location in a view to its root, so that each view has all of them. */
export function keepOpenPoints(view: Document, contract: Document): Document {
  const shown = new Set(findOpenPoints(view).map(({ id }) => id))
  const lost = findOpenPoints(contract).filter(({ id }) => !shown.has(id))
  return { ...view, 'x-open-point': [...(view['x-open-point'] ?? []), ...lost] }
}

/** Every open point below a node, once each. */
export function findOpenPoints(node: unknown): OpenPoint[] {
  const found = new Map<string, OpenPoint>()
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, field] of Object.entries(value)) {
      if (key === 'x-open-point' && Array.isArray(field)) for (const point of field) found.set(point.id, point)
      else visit(field)
    }
  }
  visit(node)
  return [...found.values()]
}
