import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

import { beforeAll, describe, expect, test } from 'vitest'

import { packagesOf } from '../../../workspace/packages.ts'
import { run } from '../../../workspace/programs.ts'
import { root } from '../../../workspace/root.ts'
import { lockfileOf, runTimeOf } from '../../policy/installed.ts'

const lockfile = lockfileOf(readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8'))
const ours = /^@custody-wallet\//

interface Component {
  readonly 'bom-ref': string
  readonly name: string
  readonly version: string
  readonly group?: string
}

interface Bill {
  readonly metadata: { readonly component: Component }
  readonly components: readonly Component[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[]
}

const keyOf = ({ group, name, version }: Component): string =>
  `${group === undefined ? '' : `${group}/`}${name}@${version}`

const write = () => run(process.execPath, [join(root, 'tools/release/sbom.ts')], root)
const textOf = (name: string) => readFileSync(join(root, 'dist/sbom', `${basename(name)}.json`), 'utf8')

beforeAll(write)

test('a bill of materials is the same each time it is written', async () => {
  const texts = packagesOf(root).map(({ name }) => textOf(name))
  expect(texts.join('')).not.toMatch(/serialNumber|timestamp|"type": "distribution"/)
  await write()
  expect(packagesOf(root).map(({ name }) => textOf(name))).toEqual(texts)
})

describe.each(packagesOf(root))('the bill of materials of $name', ({ name, version }) => {
  let bill: Bill
  let foreign: readonly Component[] = []
  beforeAll(() => {
    bill = JSON.parse(textOf(name))
    foreign = bill.components.filter((component) => !ours.test(keyOf(component)))
  })

  test('says what it is of', () => {
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 })
    expect(keyOf(bill.metadata.component)).toBe(`${name}@${version}`)
  })

  test('names what the lockfile brings to its users, and nothing else', () => {
    const expected = [...runTimeOf(name.replace('@custody-wallet', 'packages'), lockfile)].toSorted()
    expect(foreign.map(keyOf).toSorted()).toEqual(expected)
  })

  test('has the hash that is locked, and a licence, of everything', () => {
    for (const component of foreign) {
      const { integrity = '' } = lockfile.packages[keyOf(component)]?.resolution ?? {}
      const content = Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex')
      const hashes = [{ alg: 'SHA-512', content }]
      expect(component).toMatchObject({ hashes, licenses: [expect.any(Object)] })
    }
  })

  test('refers to what it names', () => {
    const named = [bill.metadata.component, ...bill.components].map((component) => component['bom-ref'])
    expect(new Set(named).size).toBe(named.length)
    for (const { ref, dependsOn = [] } of bill.dependencies)
      expect(named).toEqual(expect.arrayContaining([ref, ...dependsOn]))
  })
})
