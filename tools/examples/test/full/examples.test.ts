import { describe, expect, test } from 'vitest'

import { root } from '../../../workspace/root.ts'
import { type Block, blocksIn } from '../../blocks.ts'
import { problemsOf } from '../../languages.ts'

// A page whose blocks follow from each other has a test of its own: first-hour.test.ts.
const isAlone = ({ place }: Block): boolean => !place.startsWith('docs/first-hour.md:')

test.each(['ts', 'sh'])('every block in %s runs', async (chosen) => {
  const blocks = blocksIn(root).filter((block) => block.language === chosen && isAlone(block))
  expect(blocks.length).toBeGreaterThan(5)
  expect(await problemsOf(blocks, 'full')).toEqual([])
})

describe('a block that', () => {
  const npx = 'npx @custody-wallet/mock'

  test.each([
    ['throws', 'ts', `throw new TypeError('as written')`, 'as written'],
    ['rejects', 'ts', `await Promise.reject(new TypeError('later'))`, 'later'],
    [
      'is a test that fails',
      'ts',
      `// one.test.ts\nimport { expect, test } from 'vitest'\n\ntest('one', () => expect(1).toBe(2))`,
      'expected 1 to be 2',
    ],
    ['calls an unknown path', 'sh', 'curl -s http://127.0.0.1:4010/api/v2/nothing', 'unknown-path'],
    ['calls a closed port', 'sh', 'curl -sS http://127.0.0.1:1/', 'curl'],
    [
      'sends what cannot be opened',
      'sh',
      `curl -s --json '{}' http://127.0.0.1:4011/api/v1/withdraw/consume`,
      'ENVELOPE',
    ],
    [
      'installs an unpublished package',
      'sh',
      'npm install @custody-wallet/release',
      'is not a published package',
    ],
    ['installs nothing', 'sh', 'npm install', 'nothing to install'],
    ['runs an unknown script', 'sh', 'npm run nothing', 'there is no script nothing'],
    [
      'starts a package without a program',
      'sh',
      'npx @custody-wallet/types',
      'has no program or has several',
    ],
    ['uses an unknown option', 'sh', `${npx} --wrong`, 'ended with 2'],
    ['fails in the middle of a pipe', 'sh', `${npx} seal getNothing --curl | cat`, 'getNothing'],
  ])('%s is named by its place', async (_name, language, code, problem) => {
    const [found = ''] = await problemsOf([{ place: 'page.md:9', language, code }], 'full')
    expect(found.slice(0, 9)).toBe('page.md:9')
    expect(found).toContain(problem)
  })
})
