// What `npm run help` prints. It runs on any Node since 18, also where nothing is installed.
const groups = {
  'The five commands that every change needs. They install what they need.': {
    'npm start': 'serves docs and mocks on the ports 4000, 4010 and 4011',
    'npm test': 'the gate: what every change has to pass; one line of totals closes it',
    'npm run test:full': 'the long tests',
    'npm run generate': 'writes what is made from the contract in spec/, and the reports in api/',
    'npm run fix': 'formats, and mends what the linter can mend',
  },
  'For those who measure and release:': {
    'npm run bench -- NAME': 'measures; without a name it lists what there is',
    'npm run pack -- DIR': 'packs the packages as tarballs, to install them before they are published',
    'npm run sbom': 'writes what the published packages are made of',
    'npm run rehearse': 'publishes to a registry on this machine, and uses what comes out of it',
    'npm run release:prepare': 'turns changesets into versions and changelogs',
    'npm run release': 'publishes, with the rights to do so',
    'npm run help': 'this text',
  },
  'Steps of the gate alone, after a first npm test:': {
    'npm run format': 'formatting',
    'npm run lint': 'lint, with types',
    'npm run unused': 'files, exports and dependencies that nothing uses',
    'npm run fresh': 'whether generated files match the contract',
    'npm run surface': 'whether the public types match their reports in api/',
    'npm run released': 'what the contract changed since the last release, and whether a changeset says so',
    'npm run contract': 'lint of the contract and of both views',
  },
}

const width = Math.max(
  ...Object.values(groups).flatMap((lines) => Object.keys(lines).map(({ length }) => length)),
)

for (const [title, lines] of Object.entries(groups)) {
  console.log(`${title}\n`)
  for (const [command, what] of Object.entries(lines)) console.log(`  ${command.padEnd(width)}  ${what}`)
  console.log('')
}
console.log(
  'CONTRIBUTING.md says how a change travels, and what to do about the failure that everyone meets.',
)
