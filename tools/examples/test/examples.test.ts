import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { root } from '../../workspace/root.ts'
import { blocksIn, blocksOf } from '../blocks.ts'
import { problemsOf, checks } from '../languages.ts'
import { namesUnder } from './tables.ts'

const blocks = blocksIn(root)
const block = (language: string, code: string) => ({ place: 'page.md:7', language, code: `${code}\n` })

describe('the code blocks', () => {
  test.each(['README.md', 'packages/*/README.md', 'spec/guides/*.md', 'packages/*/src/*.ts'])(
    'of %s are found',
    (pattern) => {
      const form = new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.+')}:\\d+$`)
      expect(blocks.some(({ place }) => form.test(place))).toBe(true)
    },
  )

  // Their programs run among the long tests: they make keys and open ports.
  test('have a language, compile, parse and name what there is', async () => {
    expect(blocks.length).toBeGreaterThan(90)
    expect(await problemsOf(blocks, 'quick')).toEqual([])
  })

  test('are checked in the checks that CONTRIBUTING.md tells', () => {
    const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
    expect(namesUnder(text, 'Pages and their examples')).toEqual(Object.keys(checks))
  })
})

describe('a code block', () => {
  test('is found in a doc comment, without the mark of its lines', () => {
    const text = '/**\n * A.\n *\n * ```ts\n * if (a)\n *   b()\n * ```\n */'
    expect(blocksOf({ path: 'a.ts', text })).toEqual([
      { place: 'a.ts:4', language: 'ts', code: 'if (a)\n  b()\n' },
    ])
  })

  test('without an end is refused', async () => {
    const found = blocksOf({ path: 'a.md', text: '```json\n1\n```\n\n```ts\nlost()' })
    expect((await problemsOf(found, 'quick')).join()).toMatch(
      /^a\.md:5 has the language "block without an end"/,
    )
  })

  test.each([
    ['no language', block('', 'a'), 'has the language "", which has no check'],
    ['a language without a check', block('python', 'a'), 'has the language "python", which has no check'],
    ['the name of a member of every object', block('toString', 'a'), 'which has no check'],
    ['TypeScript that does not compile', block('ts', 'const a: string = 1'), 'error TS'],
    ['a shell script that does not end', block('sh', "echo 'a"), 'unexpected EOF'],
    ['JSON with a comma too many', block('json', '[1,]'), 'it is not JSON'],
    ['a call that there is not', block('http', 'GET {base_url}/api/v2/nothing'), 'the contract has no call'],
    ['a call with another method', block('http', 'GET {v1_url}/api/v1/withdraw/consume'), 'no call "GET'],
    ['a missing file', block('yaml', 'a: { $ref: ../schemas/No.yaml }'), 'does not exist'],
    ['YAML that refers to nothing', block('yaml', 'a: 1'), 'refers to no file'],
  ])('with %s is named by its place', async (_name, wrong, problem) => {
    const [found = ''] = await problemsOf([wrong], 'quick')
    expect(found.slice(0, 9)).toBe('page.md:7')
    expect(found).toContain(problem)
  })
})
