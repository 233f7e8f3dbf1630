import { wholeSite } from '../../../docs/build.ts'
import { askedBy } from '../../../docs/output/weight.ts'
import type { Figure } from '../../figure.ts'

/** Weighs the first page with all that it loads, and each page alone. */
export async function* weights(): AsyncGenerator<Figure> {
  const files = await wholeSite()
  const bytes = (name: string): number => Buffer.byteLength(files.get(name) ?? '')
  const home = askedBy(files, 'index.html').reduce((sum, name) => sum + bytes(name), bytes('index.html'))
  yield { name: 'docs.weight.home', value: home, unit: 'B', goal: { op: '<', value: 100_000 } }
  const heaviest = new Map<string, number>()
  for (const name of files.keys()) {
    const [, kind] = /^(guides|calls)\/.*\.html$|^(.+)\.html$/.exec(name)?.filter(Boolean) ?? []
    if (kind) heaviest.set(kind, Math.max(heaviest.get(kind) ?? 0, bytes(name)))
  }
  for (const [kind, value] of heaviest) yield { name: `docs.weight.${kind}`, value, unit: 'B' }
  yield { name: 'docs.weight.redoc', value: bytes('assets/redoc.js'), unit: 'B' }
}
