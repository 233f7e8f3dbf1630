// The drawings of life cycles, laid out by ELK: the happy path is one straight line, and no line crosses a box.
import ELK, { type ElkExtendedEdge, type ElkNode } from 'elkjs/lib/elk.bundled.js'

import { stateTables } from '../../../packages/sandbox/src/states/all.ts'
import { listNames, type StateTable } from '../../../packages/sandbox/src/states/table.ts'
import { formatConstant } from './facts.ts'

/** Source text of all drawings, by the type of record. */
export async function createLifeCyclesModule(): Promise<string> {
  const elk = new ELK.default()
  const drawings = Object.values(stateTables).map(async (table) => [
    table.record,
    toDrawing(table, await elk.layout(createGraph(table))),
  ])
  const entries: Readonly<Record<string, unknown>> = Object.fromEntries(await Promise.all(drawings))
  return formatConstant('lifeCycles', 'Drawings of life cycles, by the type of record.', entries)
}

const layoutOptions = {
  'elk.algorithm': 'layered',
  'elk.direction': 'RIGHT',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.padding': '[top=4,left=4,bottom=4,right=4]',
  'elk.spacing.nodeNode': '18',
  'elk.spacing.edgeNode': '12',
  'elk.spacing.edgeEdge': '10',
  'elk.layered.spacing.nodeNodeBetweenLayers': '44',
  'elk.layered.spacing.edgeNodeBetweenLayers': '16',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '10',
  // Edges that leave or enter a state share a line, and states stay in their order: the happy path comes first.
  'elk.layered.mergeEdges': 'true',
  'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
  'elk.layered.cycleBreaking.strategy': 'MODEL_ORDER',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.layered.nodePlacement.favorStraightEdges': 'true',
}

const happyEdge = {
  'elk.layered.priority.direction': '100',
  'elk.layered.priority.shortness': '100',
  'elk.layered.priority.straightness': '100',
}

const box = { height: 44, letter: 7.6, padding: 36 } as const

function createGraph(table: StateTable): ElkNode {
  const { happyPath, states } = table
  const others = listNames(states).filter((name) => !happyPath.includes(name))
  const edges = listEdges(table).map(({ from, to, isHappy }) => ({
    id: `${from} ${to}`,
    sources: [from],
    targets: [to],
    layoutOptions: isHappy ? happyEdge : {},
  }))
  return {
    id: table.record,
    layoutOptions,
    children: [...happyPath, ...others].map((id) => ({
      id,
      width: Math.round(id.length * box.letter) + box.padding,
      height: box.height,
    })),
    edges,
  }
}

interface Edge {
  readonly from: string
  readonly to: string
  readonly events: readonly string[]
  readonly isHappy: boolean
}

/** Lists the pairs of states with a transition, with all their events; those of the happy path come first. */
function listEdges({ happyPath, transitions }: StateTable): readonly Edge[] {
  const edges = new Map<string, Edge>()
  for (const [event, { from: sources, to }] of Object.entries(transitions))
    for (const from of sources) {
      if (from === to) continue
      const at = happyPath.indexOf(from)
      const isHappy = at >= 0 && happyPath[at + 1] === to
      const key = `${from} ${to}`
      edges.set(key, { from, to, isHappy, events: [...(edges.get(key)?.events ?? []), event] })
    }
  return [...edges.values()].toSorted((a, b) => Number(b.isHappy) - Number(a.isHappy))
}

function toDrawing(table: StateTable, { width = 0, height = 0, children = [], edges = [] }: ElkNode) {
  const { states } = table
  return {
    width: Math.ceil(width),
    height: Math.ceil(height),
    boxes: children.map(({ id, x = 0, y = 0, width: boxWidth = 0 }) => ({
      name: id,
      value: states[id]?.value ?? 0,
      source: states[id]?.source ?? 'model',
      x: round(x),
      y: round(y),
      width: boxWidth,
      height: box.height,
    })),
    edges: listEdges(table).map((edge) => ({
      ...edge,
      points: listPoints(edges.find(({ id }) => id === `${edge.from} ${edge.to}`)),
    })),
  }
}

const listPoints = (edge: ElkExtendedEdge | undefined): readonly (readonly [x: number, y: number])[] =>
  (edge?.sections ?? []).flatMap(({ startPoint, bendPoints = [], endPoint }) =>
    [startPoint, ...bendPoints, endPoint].map(({ x, y }): [number, number] => [round(x), round(y)]),
  )

const round = (value: number): number => Math.round(value * 10) / 10
