// Rules of the repository that no linter has.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export interface SourceFile {
  readonly path: string
  readonly text: string
}

/** Our packages that a package may import. */
export const layers: Readonly<Record<string, readonly string[]>> = {
  types: [],
  encryption: ['types'],
  client: ['types', 'encryption', 'store'],
  server: ['types', 'encryption'],
  demo: ['types', 'encryption'],
  mock: ['types', 'encryption', 'server', 'demo', 'pages'],
  sandbox: ['types', 'encryption', 'server', 'demo', 'pages'],
  store: [],
  pages: [],
  receiver: ['types', 'encryption', 'store'],
  cli: ['types', 'encryption', 'client', 'demo'],
  // Only types of them, except for the table of calls.
  telemetry: ['types', 'encryption', 'client', 'receiver', 'server'],
}

/** Files of the repository that match the patterns, without installed and built files. */
export function readFiles(root: string, patterns: readonly string[]): readonly SourceFile[] {
  const isExcluded = (name: string) => /(^|\/)(node_modules|dist|reports|\.turbo)$/.test(name)
  return globSync([...patterns], { cwd: root, exclude: isExcluded }).map((path) => ({
    path,
    text: readFileSync(join(root, path), 'utf8'),
  }))
}

/** Imports that the layers forbid. */
export function findForbiddenImports(files: readonly SourceFile[], allowed: typeof layers): readonly string[] {
  return files.flatMap(({ path, text }) => {
    const [, name = ''] = /^packages\/([^/]+)\/src\//.exec(path) ?? []
    const packages = [...text.matchAll(/from '@custody-wallet\/([a-z-]+)/g)].map(([, other = '']) => other)
    const known = allowed[name]
    const outside = /from '(?:\.\.\/)+(?:packages|tools)\//.test(text) ? [`${path} leaves its package`] : []
    if (!known) return [`${path} belongs to a package that has no layer yet`]
    // Doc comments import a package by its own name.
    return [
      ...outside,
      ...packages
        .filter((other) => other !== name && !known.includes(other))
        .map((other) => `${path} imports ${other}`),
    ]
  })
}

/**
 * Imports between units of a package that import each other, perhaps through others. A unit is a folder in `src`, or a file
 * beside such folders.
 */
export function findCircles(files: readonly SourceFile[]): readonly string[] {
  const edges = new Map<string, Set<string>>()
  for (const { path, text } of files)
    for (const [, target = ''] of text.matchAll(/(?:from|import\() ?'(\.[^']+)'/g)) {
      const [from, to] = [getUnit(path), getUnit(join(dirname(path), target))]
      if (from !== to) edges.set(from, (edges.get(from) ?? new Set()).add(to))
    }
  return [...edges].flatMap(([from, targets]) =>
    [...targets].filter((to) => listReachable(edges, to).has(from)).map((to) => `${from} imports ${to}`),
  )
}

const getUnit = (path: string): string => path.split('/').slice(0, 4).join('/')

function listReachable(edges: ReadonlyMap<string, ReadonlySet<string>>, start: string): ReadonlySet<string> {
  const found = new Set([start])
  for (const unit of found) for (const next of edges.get(unit) ?? []) found.add(next)
  return found
}

/** Relative links in Markdown to missing files or headings. */
export function findDeadLinks(pages: readonly SourceFile[], exists: (path: string) => boolean): readonly string[] {
  const headings = new Map(pages.map(({ path, text }) => [path, listAnchors(text)]))
  return pages.flatMap(({ path, text }) =>
    [...removeCode(text).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(
      ([link, target = '', anchor]) => {
        const file = target === '' ? path : join(dirname(path), target)
        const found = exists(file) && (!anchor || headings.get(file)?.has(anchor) !== false)
        return found ? [] : [`${path}: ${link.slice(1)} has no target`]
      },
    ),
  )
}

/** Files of the contract that no other file refers to. */
export function findOrphans(files: readonly SourceFile[]): readonly string[] {
  const references = files.flatMap(({ path, text }) =>
    [...text.matchAll(/\$ref: *(?:'([^']+)'|([^\s'}]+))/g)].map(([, quotedReference, bare = '']) =>
      join(dirname(path), quotedReference ?? bare),
    ),
  )
  const used = new Set(references)
  return files.map(({ path }) => path).filter((path) => !used.has(path) && !path.endsWith('openapi.yaml'))
}

interface DescribedDocument {
  readonly properties?: Readonly<Record<string, object>>
}

/** Fields that two schemas share, and whether they are equal except for descriptions. */
export function findSharedFields(one: DescribedDocument, other: DescribedDocument): ReadonlyMap<string, boolean> {
  const { properties: others = {} } = other
  const shared = Object.entries(one.properties ?? {}).flatMap(([name, field]) => {
    const twin = others[name]
    return twin ? [[name, removeWords(field) === removeWords(twin)] as const] : []
  })
  return new Map(shared)
}

const removeWords = (schema: object): string =>
  JSON.stringify(schema, (key, value: unknown) => (key === 'description' ? undefined : value))

const removeCode = (text: string): string => text.replaceAll(/```[\s\S]*?```/g, '')

const listAnchors = (text: string): ReadonlySet<string> =>
  new Set([...removeCode(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => createAnchor(heading)))

const createAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-')
