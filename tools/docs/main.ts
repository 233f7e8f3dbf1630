// Builds the site: node tools/docs/main.ts
import { buildDocs } from './site.ts'

const start = performance.now()
const files = await buildDocs()
const pages = [...files.keys()].filter((file) => file.endsWith('.html')).length
console.log(`Wrote ${pages} pages to dist/docs in ${((performance.now() - start) / 1000).toFixed(1)} s.`)
