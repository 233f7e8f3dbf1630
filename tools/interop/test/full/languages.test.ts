// The samples in other languages open the published messages, and exchange messages with our packages.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createMock, demoMerchants } from '@custody-wallet/mock'
import { beforeAll, describe, expect, test } from 'vitest'

import { results } from '../../languages/calls.ts'
import { callsOfOurs, callsOfSample, expected } from '../../languages/exchanges.ts'
import { forgeries } from '../../languages/forgeries.ts'
import { isOpenedByOurs, oddMessages } from '../../languages/odd-messages.ts'
import { plainAnswer, plainOf } from '../../languages/plain.ts'
import { alterations, openings, profileNames, publishedParties } from '../../languages/published.ts'
import { sidesOf } from '../../languages/sides.ts'
import { languageNames, type Sample, sampleOf } from '../../languages/toolchains.ts'

test.each(profileNames)(
  'our packages read odd contents and odd frames of %s as the table says',
  async (profile) => {
    const odd = await oddMessages(profile)
    expect(odd.length).toBeGreaterThan(200)
    const opened = await Promise.all(odd.map((each) => isOpenedByOurs(profile, each)))
    const differing = odd.filter(
      ({ opensTo, isInexact = false }, at) => opened[at] !== (opensTo !== null && !isInexact),
    )
    expect(differing.map(({ name }) => name)).toEqual([])
  },
)

describe.each(languageNames)('%s', (name) => {
  let sample: Sample
  beforeAll(async () => {
    sample = await sampleOf(name)
    return sample.remove
  })

  describe.each(profileNames)('with %s', (profile) => {
    test('opens every published message', async () => {
      const published = openings(profile)
      expect(published.length).toBe(profile === 'modern' ? 6 : 8)
      const opened = await results(
        sample,
        publishedParties,
        published.map(({ case: one }) => one),
      )
      const seen = published.map(({ name, case: { call } }, at) => ({
        name,
        plain: call.endsWith('Answer') ? plainAnswer(name, opened[at]) : plainOf(opened[at]?.[0]),
      }))
      expect(seen).toEqual(published.map(({ name, opensTo }) => ({ name, plain: opensTo })))
    })

    test('rejects every published message with one change, as far as its signature covers it', async () => {
      const changed = alterations(profile)
      expect(changed.length).toBeGreaterThan(200)
      const found = await results(
        sample,
        publishedParties,
        changed.map(({ case: one }) => one),
      )
      const accepted = changed.filter((_, at) => found[at] !== null)
      // No signature of classic covers the context, so this is the known weakness. The one answer with content is a
      // list, which no request is.
      const isKnown = ({ kind, name }: (typeof changed)[number]): boolean =>
        profile === 'classic' && kind === 'context' && !name.endsWith('as a request')
      const open = changed.filter(isKnown)
      expect(accepted.map(({ name }) => name)).toEqual(open.map(({ name }) => name))
    })

    test('rejects what its peer signed but may not choose: algorithms, other headers, loose JSON', async () => {
      const { merchant, platform } = sidesOf(profile)
      const forged = forgeries(merchant.text)
      const found = await results(
        sample,
        { platform: platform.text },
        forged.map(({ case: one }) => one),
      )
      const accepted = forged.filter((_, at) => found[at] !== null).map(({ rule }) => rule)
      expect(accepted).toEqual([undefined])
    })

    test('reads odd contents and odd frames as our packages do', async () => {
      const odd = await oddMessages(profile)
      const { merchant, platform } = sidesOf(profile)
      const parties = { merchant: merchant.text, platform: platform.text }
      const found = await results(
        sample,
        parties,
        odd.map(({ case: one }) => one),
      )
      const differing = odd.filter(({ opensTo }, at) => (found[at]?.at(-1) ?? null) !== opensTo)
      expect(differing.map(({ name }) => name)).toEqual([])
    })

    test('seals what our gateway opens, and opens its answers', async () => {
      expect(await callsOfSample(sample, profile)).toEqual(expected)
    })

    test('opens what our packages seal, and seals answers that they open', async () => {
      expect(await callsOfOurs(sample, profile)).toEqual(expected)
    })
  })

  test('runs the example of its page against the mock', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'custody-demo-'))
    const demo = demoMerchants({ directory: folder })
    const mock = createMock({ wire: demo.wire })
    const { url } = await mock.listen()
    try {
      const keys = join(demo.write(url, folder), 'modern')
      const [withdrawals = '', account = ''] = (await sample.run('example', '', keys, url)).split('\n')
      expect(withdrawals).toMatch(/^0 \[\{.*"trans_id":\d+/)
      expect(plainOf(account)).toMatchObject({ code: '0', data: { normal_balance: expect.any(String) } })
    } finally {
      await mock.close()
      rmSync(folder, { recursive: true })
    }
  })
})
