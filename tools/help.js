// `npm run help` runs on any Node since 18, with nothing installed.
import { readFileSync } from 'node:fs'

const ports = JSON.parse(readFileSync(new URL('docs/ports.json', import.meta.url), 'utf8'))
const { docs, plain, wire, sandbox, control } = ports

const groups = {
  'Commands for every change. They install their dependencies:': {
    'npm start': `serves docs (port ${docs}), mocks (${plain}, ${wire}) and the sandbox (${sandbox} to ${control})`,
    'npm test': 'runs the gate, which every change has to pass; its last line adds up the tests',
    'npm run test:full': 'runs the long tests',
    'npm run generate': 'generates everything that is made from spec/, and the reports in api/',
    'npm run fix': 'formats the code and applies the fixes of the linter',
  },
  'Benches and releases. They install their dependencies:': {
    'npm run test:night': 'runs the long tests that find more with more cases, and all benches',
    'npm run bench': 'judges the goals of speed and size by several runs; with -- --help it lists them',
    'npm run pack -- DIR': 'packs every package as a tarball into DIR, to install it before it is published',
    'npm run sbom': 'writes a bill of materials for each published package',
    'npm run rehearse': 'publishes to a registry on this machine, and tests the published packages',
    'npm run release:prepare': 'turns changesets into versions and changelogs',
    'npm run release': 'publishes the packages of a commit',
    'npm run help': 'prints this text',
  },
  'Single steps of the gate. Run npm test once before:': {
    'npm run format': 'checks the formatting',
    'npm run lint': 'lints all packages and tools, with types',
    'npm run lint:tools': 'lints the tools',
    'npm run unused': 'finds unused files, exports and dependencies',
    'npm run fresh': 'compares generated files with the contract',
    'npm run surface': 'compares the public types with their reports in api/',
    'npm run package': 'packs every package, and checks its files, entries, types and sizes',
    'npm run released': 'compares the contract with the last release, and asks for a matching changeset',
    'npm run contract': 'lints the contract and both views',
    'npm run test:tools': 'runs the quick tests of the tools',
  },
}

const width = Math.max(...Object.values(groups).flatMap((lines) => Object.keys(lines).map(({ length }) => length)))

for (const [title, lines] of Object.entries(groups)) {
  console.log(`${title}\n`)
  for (const [command, what] of Object.entries(lines)) console.log(`  ${command.padEnd(width)}  ${what}`)
  console.log('')
}
console.log('CONTRIBUTING.md explains how to change the contract, and how to fix the most frequent failure.')
