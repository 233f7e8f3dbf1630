import { isBuiltin } from 'node:module'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

import { rolldown } from 'rolldown'

/**
 * Bytes of what a server loads that imports as the entry does: bundled, shaken, minified and zipped. Modules of Node are
 * left out, and those that `apart` names.
 */
export async function zippedSize(entryCode: string, apart: readonly RegExp[] = []): Promise<number> {
  const input = fileURLToPath(new URL('entry.js', import.meta.url))
  const isApart = (id: string): boolean => isBuiltin(id) || apart.some((pattern) => pattern.test(id))
  const entry = {
    name: 'entry',
    resolveId: (id: string) => (id === input ? id : undefined),
    load: (id: string) => (id === input ? entryCode : undefined),
  }
  await using bundle = await rolldown({ input, plugins: [entry], platform: 'node', external: isApart })
  const { output } = await bundle.generate({ format: 'esm', minify: true })
  const [{ code, imports, dynamicImports }] = output
  const left = [...imports, ...dynamicImports].filter((id) => !isApart(id))
  if (left.length > 0) throw new Error(`The bundle leaves out ${left.join(', ')}, so its size says nothing.`)
  return gzipSync(code, { level: 9 }).length
}
