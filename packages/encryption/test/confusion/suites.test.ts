import { expect, test } from 'vitest'

import { Rejection } from '../../src/errors.ts'
import { createEnvelopeReader, formsOf, openQuery, type Output, createOutputs, readQuery, receivers } from './suites.ts'

type Part = 'data' | 'query' | 'sign'
const parts: readonly Part[] = ['query', 'data', 'sign']

interface Text {
  readonly from: Output
  readonly part: Part
  readonly text: string
}

const all = await createOutputs()
const texts: readonly Text[] = all.flatMap((from) => parts.map((part) => ({ from, part, text: from[part] })))

interface Offer {
  readonly what: string
  /** Whether the presets agree in this part, so that they are the same dialect. */
  readonly isOwn: boolean
  readonly open: () => Promise<unknown>
}

const describeText = ({ from, part }: Text): string => `${part} of ${from.suite} ${from.direction}`

const queryOffers: readonly Offer[] = receivers.flatMap((receiver) =>
  texts.map((text) => ({
    what: `${describeText(text)} as query of ${receiver.name} ${receiver.direction}`,
    isOwn:
      text.part === 'query' &&
      text.from.direction === receiver.direction &&
      formsOf[text.from.suite].query === formsOf[receiver.name].query,
    open: () => readQuery(receiver, text.text),
  })),
)

const envelopeOffers: readonly Offer[] = receivers.flatMap((receiver) =>
  texts.flatMap((data) => {
    const read = createEnvelopeReader(receiver, data.text)
    return texts.map((sign) => ({
      what: `${describeText(data)} and ${describeText(sign)} as envelope of ${receiver.name} ${receiver.direction}`,
      isOwn: (
        [
          [data, 'data'],
          [sign, 'sign'],
        ] as const
      ).every(
        ([text, part]) =>
          text.part === part &&
          text.from.direction === receiver.direction &&
          formsOf[text.from.suite][part] === formsOf[receiver.name][part],
      ),
      open: () => read(sign.text),
    }))
  }),
)

type OfferFate = Offer & { readonly fate: string }

const readFate = async ({ open }: Offer): Promise<string> => {
  try {
    await open()
    return 'accepted'
  } catch (error) {
    return error instanceof Rejection ? 'rejected' : `uncaught ${String(error)}`
  }
}

// One after the other, because the gate of the keys rejects this many at a time.
async function readFates(offers: readonly Offer[]): Promise<readonly OfferFate[]> {
  const fates: OfferFate[] = []
  for (const offer of offers) fates.push({ ...offer, fate: await readFate(offer) })
  return fates
}

const countAccepted = (fates: readonly OfferFate[]): number => fates.filter(({ fate }) => fate === 'accepted').length
const listUnlike = (fates: readonly OfferFate[], excluded: string): readonly string[] =>
  fates.flatMap(({ what, fate }) => (fate === excluded ? [] : [`${what}: ${fate}`]))

test.each([
  ['queries', queryOffers],
  ['envelopes', envelopeOffers],
])('%s of any suite, part and direction are read only by their own dialect', async (name, offers) => {
  const fates = await readFates(offers)
  const foreign = fates.filter(({ isOwn }) => !isOwn)
  const own = fates.filter(({ isOwn }) => isOwn)
  console.log(
    `confusion, ${name}: foreign ${foreign.length}, accepted ${countAccepted(foreign)}; own dialect ${own.length}, accepted ${countAccepted(own)}`,
  )
  expect(listUnlike(foreign, 'rejected')).toEqual([])
  expect(listUnlike(own, 'accepted')).toEqual([])
})

// The start of every SHA-256 DigestInfo (RFC 8017, 9.2, note 1). Its eighth byte is invalid in UTF-8.
const digestInfo = '3031300d060960864801650304020105000420'

test('a classic signature opened as a block of type 1 is a DigestInfo, which is not UTF-8', async () => {
  const signed = texts.filter(({ from, part }) => part === 'sign' && formsOf[from.suite].sign === 'rs256')
  for (const { from, text } of signed) {
    const receiver = receivers.find(({ name, direction }) => name === from.suite && direction === from.direction)
    if (!receiver) throw new TypeError('Every suite receives.')
    expect(Buffer.from(await openQuery(receiver, text)).toString('hex')).toMatch(new RegExp(`^${digestInfo}`))
    await expect(readQuery(receiver, text)).rejects.toEqual(new Rejection('encoding'))
  }
  expect(signed).toHaveLength(6)
})
