// The samples in other languages open the published messages, and exchange messages with our packages.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createMock, loadDemoMerchants } from '@custody-wallet/mock'
import { beforeAll, describe, expect, test } from 'vitest'

import { runCases } from '../../languages/calls.ts'
import { runOwnCalls, runSampleCalls, expectedCalls } from '../../languages/exchanges.ts'
import { createForgeries } from '../../languages/forgeries.ts'
import { isOpenedByOurs, createOddMessages } from '../../languages/odd-messages.ts'
import { createPlainResponse, parsePlain } from '../../languages/plain.ts'
import { listAlterations, listOpenings, profileNames, publishedParties } from '../../languages/published.ts'
import { getSides } from '../../languages/sides.ts'
import { languageNames, type Sample, createSample } from '../../languages/toolchains.ts'

test.each(profileNames)('our packages read odd contents and odd frames of %s as the table says', async (profile) => {
  const odd = await createOddMessages(profile)
  expect(odd.length).toBeGreaterThan(200)
  const verdicts = await Promise.all(odd.map((each) => isOpenedByOurs(profile, each)))
  const differing = odd.filter(
    ({ opensTo, isInexact = false }, at) => verdicts[at] !== (opensTo !== null && !isInexact),
  )
  expect(differing.map(({ name }) => name)).toEqual([])
})

describe.each(languageNames)('%s', (name) => {
  let sample: Sample
  beforeAll(async () => {
    sample = await createSample(name)
    return sample.remove
  })

  describe.each(profileNames)('with %s', (profile) => {
    test('opens every published message', async () => {
      const openingCases = listOpenings(profile)
      expect(openingCases.length).toBe(profile === 'modern' ? 6 : 8)
      const verdicts = await runCases(
        sample,
        publishedParties,
        openingCases.map(({ case: one }) => one),
      )
      const results = openingCases.map(({ name, case: { call } }, at) => ({
        name,
        plain: call.endsWith('Answer') ? createPlainResponse(name, verdicts[at]) : parsePlain(verdicts[at]?.[0]),
      }))
      expect(results).toEqual(openingCases.map(({ name, opensTo }) => ({ name, plain: opensTo })))
    })

    test('rejects every published message with one change, as far as its signature covers it', async () => {
      const alteredCases = listAlterations(profile)
      expect(alteredCases.length).toBeGreaterThan(200)
      const found = await runCases(
        sample,
        publishedParties,
        alteredCases.map(({ case: one }) => one),
      )
      const acceptedCases = alteredCases.filter((_, at) => found[at] !== null)
      // No signature of classic covers the context, so this is the known weakness. The one response with content is a
      // list, which no request is.
      const isKnown = ({ kind, name }: (typeof alteredCases)[number]): boolean =>
        profile === 'classic' && kind === 'context' && !name.endsWith('as a request')
      const open = alteredCases.filter(isKnown)
      expect(acceptedCases.map(({ name }) => name)).toEqual(open.map(({ name }) => name))
    })

    test('rejects what its peer signed but may not choose: algorithms, other headers, loose JSON', async () => {
      const { merchant, platform } = getSides(profile)
      const forgedCases = createForgeries(merchant.text)
      const found = await runCases(
        sample,
        { platform: platform.text },
        forgedCases.map(({ case: one }) => one),
      )
      const acceptedCases = forgedCases.filter((_, at) => found[at] !== null).map(({ rule }) => rule)
      expect(acceptedCases).toEqual([undefined])
    })

    test('reads odd contents and odd frames as our packages do', async () => {
      const odd = await createOddMessages(profile)
      const { merchant, platform } = getSides(profile)
      const parties = { merchant: merchant.text, platform: platform.text }
      const found = await runCases(
        sample,
        parties,
        odd.map(({ case: one }) => one),
      )
      const differing = odd.filter(({ opensTo }, at) => (found[at]?.at(-1) ?? null) !== opensTo)
      expect(differing.map(({ name }) => name)).toEqual([])
    })

    test('seals what our gateway opens, and opens its responses', async () => {
      expect(await runSampleCalls(sample, profile)).toEqual(expectedCalls)
    })

    test('opens what our packages seal, and seals responses that they open', async () => {
      expect(await runOwnCalls(sample, profile)).toEqual(expectedCalls)
    })
  })

  test('runs the example of its page against the mock', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'custody-demo-'))
    const demo = loadDemoMerchants({ directory: folder })
    const mock = createMock({ wire: demo.wire })
    const { url } = await mock.listen()
    try {
      const keys = join(demo.write(url, folder), 'modern')
      const [withdrawals = '', account = ''] = (await sample.run('example', '', keys, url)).split('\n')
      expect(withdrawals).toMatch(/^0 \[\{.*"trans_id":\d+/)
      expect(parsePlain(account)).toMatchObject({ code: '0', data: { normal_balance: expect.any(String) } })
    } finally {
      await mock.close()
      rmSync(folder, { recursive: true })
    }
  })
})
