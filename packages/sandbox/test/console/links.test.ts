import { describe, expect, test } from 'vitest'

import { formatCallDocs, formatCodeDocs, formatStateDocs } from '../../src/console/links.ts'

const docs = { docsUrl: 'http://127.0.0.1:4000' }

describe('a link to the docs', () => {
  test.each([
    ['of a call', formatCallDocs(docs, 'getAccount'), '/calls/getAccount.html'],
    ['of a code', formatCodeDocs(docs, 'getAccount', '110065'), '/codes.html#v2-110065'],
    ['of a code of another family', formatCodeDocs(docs, 'notifyDeposit', '100008'), '/codes.html#v1-100008'],
    ['of a state', formatStateDocs(docs, 'mpc_withdrawal', 'done'), '/states.html#mpc-withdrawal-status-2000'],
    ['of a state that only the sandbox has', formatStateDocs(docs, 'stake', 'staking'), '/states.html#staking-status'],
  ])('%s is the address of its entry', (_name, link, path) => {
    expect(link).toBe(`http://127.0.0.1:4000${path}`)
  })

  test.each([
    ['without docs', formatCallDocs({ docsUrl: undefined }, 'getAccount')],
    ['of a control call', formatCallDocs(docs, 'chain.mine')],
    ['of an unknown code', formatCodeDocs(docs, 'getAccount', '7')],
    ['of a code of an unknown call', formatCodeDocs(docs, 'unknown', '0')],
    ['of a record without states', formatStateDocs(docs, 'user', 'done')],
    ['of an unknown state', formatStateDocs(docs, 'deposit', 'done')],
  ])('%s is absent', (_name, link) => {
    expect(link).toBeUndefined()
  })
})
