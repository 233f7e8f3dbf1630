import { describe, expect, test } from 'vitest'

import { blocksIn } from '../../examples/blocks.ts'
import { root } from '../../examples/root.ts'
import { problemsOf } from '../../examples/ways.ts'

test.each(['ts', 'sh'])('every block in %s runs', async (chosen) => {
  const blocks = blocksIn(root).filter(({ language }) => language === chosen)
  expect(blocks.length).toBeGreaterThan(5)
  expect(await problemsOf(blocks, 'full')).toEqual([])
})

describe('a block that', () => {
  const npx = 'npx @custody-wallet/mock'

  test.each([
    ['throws', 'ts', `throw new TypeError('as written')`, 'as written'],
    ['rejects', 'ts', `await Promise.reject(new TypeError('later'))`, 'later'],
    ['calls what there is not', 'sh', 'curl -s http://127.0.0.1:4010/api/v2/nothing', 'unknown-path'],
    ['calls nobody', 'sh', 'curl -sS http://127.0.0.1:1/', 'curl'],
    [
      'sends what cannot be opened',
      'sh',
      `curl -s --json '{}' http://127.0.0.1:4011/api/v1/withdraw/consume`,
      'ENVELOPE',
    ],
    ['installs what nobody publishes', 'sh', 'npm install @custody-wallet/release', 'nobody publishes'],
    ['installs nothing', 'sh', 'npm install', 'nothing to install'],
    ['runs a script that there is not', 'sh', 'npm run nothing', 'there is no script nothing'],
    ['starts a package without a program', 'sh', 'npx @custody-wallet/types', 'npx cannot tell'],
    ['starts with an option that there is not', 'sh', `${npx} --wrong`, 'ended with 2'],
    ['fails in the middle of a pipe', 'sh', `${npx} seal getNothing --curl | cat`, 'getNothing'],
  ])('%s is named by its place', async (_name, language, code, problem) => {
    const [found = ''] = await problemsOf([{ place: 'page.md:9', language, code }], 'full')
    expect(found.slice(0, 9)).toBe('page.md:9')
    expect(found).toContain(problem)
  })
})
