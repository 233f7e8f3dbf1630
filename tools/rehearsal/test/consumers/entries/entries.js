// Writes a program that imports every entry of the installed packages, so the compiler reads all types.
import { globSync, readFileSync, writeFileSync } from 'node:fs'

// Components have the types of hono/jsx, which need the library `dom` of TypeScript.
const components = /\/pages(?:\/gallery)?$/

const manifests = globSync('node_modules/@custody-wallet/*/package.json').toSorted()
const entries = manifests.flatMap((file) => {
  const { name, exports } = JSON.parse(readFileSync(file, 'utf8'))
  const paths = Object.keys(exports).filter((path) => !path.includes('*'))
  return paths.map((path) => name + path.slice(1)).filter((entry) => !components.test(entry))
})

const imports = entries.map((entry, index) => {
  const attributes = entry.endsWith('.json') ? ` with { type: 'json' }` : ''
  const names = entry.endsWith('.json') ? `entry${index}` : `* as entry${index}`
  return `import ${names} from '${entry}'${attributes}`
})
const all = entries.map((_, index) => `entry${index}`).join(', ')
const check = `if ([${all}].every(Boolean)) console.log('every entry')`
writeFileSync('entries.ts', `${imports.join('\n')}\n\n${check}\n`)
