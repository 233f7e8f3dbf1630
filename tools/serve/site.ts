import { readdirSync, readFileSync } from 'node:fs'

import { Failure } from './options.ts'

/** Files of a site, by the path that serves them. */
export type Site = ReadonlyMap<string, Uint8Array>

/** Reads a built site into memory: it is small, and what is served is then what was built. */
export function readSite(folder: URL): Site {
  const files = new Map(namesIn(folder).map((name) => [`/${name}`, readFileSync(new URL(name, folder))]))
  const home = files.get('/index.html')
  if (!home) throw new Failure('The docs site is not built: `npm start` builds it before it serves it.', 1)
  return new Map([['/', home], ...files])
}

function namesIn(folder: URL): readonly string[] {
  try {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    return names.map((name) => name.replaceAll('\\', '/')).filter((name) => /\.\w+$/.test(name))
  } catch {
    return []
  }
}
