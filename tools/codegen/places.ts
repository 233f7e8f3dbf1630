import { type Document, methods, type OpenPoint } from '../redocly/document.ts'
import { openPointsIn } from '../redocly/views/prune.ts'

export interface PlacedPoint extends OpenPoint {
  /** Where the contract marks it: an operation, a component, or the contract as a whole. */
  readonly place: string
}

/** Every open point with the place where the contract marks it. */
export function placedPoints(contract: Document): readonly PlacedPoint[] {
  const places = [
    ...operationPlaces(contract),
    ...componentPlaces(contract),
    ['the whole interface', contract['x-not-shown']] as const,
  ]
  const found = new Map<string, PlacedPoint>()
  for (const [place, node] of places)
    for (const point of openPointsIn({ 'x-not-shown': [], node, ...own(node) }))
      if (!found.has(point.id)) found.set(point.id, { ...changeable(point), place })
  return [...found.values()]
}

// A point that nothing changes yet has no knob.
function changeable({ knob, ...point }: OpenPoint): OpenPoint {
  return knob === undefined || knob === 'none' ? point : { ...point, knob }
}

// A list of points itself, such as the one at the root, has no member that names it.
const own = (node: unknown): object => (Array.isArray(node) ? { 'x-not-shown': node } : {})

function operationPlaces({ paths }: Document): (readonly [string, unknown])[] {
  return Object.values(paths).flatMap((item) =>
    methods.flatMap((method) =>
      item[method] ? [[`\`${item[method].operationId}\``, item[method]] as const] : [],
    ),
  )
}

const kinds: Readonly<Record<string, string>> = {
  schemas: 'schema',
  parameters: 'parameter',
  responses: 'response',
  securitySchemes: 'security scheme',
}

function componentPlaces({ components }: Document): (readonly [string, unknown])[] {
  return Object.entries(components).flatMap(([kind, named]) =>
    Object.entries(named).map(([name, node]) => [`${kinds[kind] ?? kind} \`${name}\``, node] as const),
  )
}
