import { expect, test } from 'vitest'

import { checkNodeVersion } from '../../src/cli/node.ts'

test.each(['20.20.2', '22.19.0', '23.11.0', '24.4.1', 'x'])(
  'Node %s is rejected with the supported versions',
  (version) => {
    expect(checkNodeVersion('custody-mock', version)).toMatch(/^custody-mock needs Node 22\.20\+, /)
    expect(checkNodeVersion('custody-mock', version)).toContain(`this is Node ${version}.`)
  },
)

test.each(['22.20.0', '24.5.0', '25.0.0', '26.10.0'])('Node %s is supported', (version) => {
  expect(checkNodeVersion('custody-mock', version)).toBeUndefined()
})
