import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { createTemporaryFolder } from '../../../workspace/clean-up.ts'
import { listPackages } from '../../../workspace/packages.ts'
import { runPnpm } from '../../../workspace/programs.ts'
import { root } from '../../../workspace/root.ts'
import { parseLockfile, listRunTime } from '../../policy/installed.ts'

interface Component {
  readonly name: string
  readonly version: string
  readonly group?: string
  readonly externalReferences?: readonly { readonly type: string; readonly hashes?: readonly unknown[] }[]
}

interface Bill {
  readonly metadata: { readonly component: Component }
  readonly components: readonly Component[]
}

const folder = createTemporaryFolder('sbom-')
afterAll(() => folder[Symbol.dispose]())

const getKey = ({ group, name, version }: Component): string =>
  `${group === undefined ? '' : `${group}/`}${name}@${version}`

const lockfile = parseLockfile(readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8'))

function computeHash(key: string): object {
  const { integrity = '' } = lockfile.packages[key]?.resolution ?? {}
  const content = Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex')
  return { type: 'distribution', hashes: [{ alg: 'SHA-512', content }] }
}

const { scripts }: { scripts: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
)
const command = scripts['sbom']?.replace('node tools/pnpm.js ', '') ?? ''
const output = runPnpm(command.replace('dist/sbom', folder.path).split(' '), root)

test.each(listPackages(root))(
  'the bill of materials of $name has what the lockfile brings to its users, by its hash',
  async ({ name, version }) => {
    await output
    const file = `${name.slice(1).replace('/', '-')}.json`
    const bill: Bill = JSON.parse(readFileSync(join(folder.path, file), 'utf8'))
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' })
    expect(getKey(bill.metadata.component)).toBe(`${name}@${version}`)
    const foreign = bill.components.filter(({ group }) => group !== '@custody-wallet')
    const expected = [...listRunTime(name.replace('@custody-wallet', 'packages'), lockfile)].toSorted()
    expect(foreign.map(getKey).toSorted()).toEqual(expected)
    for (const component of foreign)
      expect(component.externalReferences).toContainEqual(expect.objectContaining(computeHash(getKey(component))))
  },
)
