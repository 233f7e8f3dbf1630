import { createHash } from 'node:crypto'

import { createParty, readQuery } from '@custody-wallet/encryption'
import {
  classic,
  type ClassicDialect,
  deployedOptions,
  fullBlocks,
  oaepEnvelopes,
} from '@custody-wallet/encryption/classic'
import { modern } from '@custody-wallet/encryption/modern'
import { expect, test } from 'vitest'

import { getKeys, getSingleKeys } from '../../../encryption/test/support/pairs.ts'
import { detect, type DetectKey, readDetectKey, type Report } from '../../src/detect/index.ts'
import { formatProfile } from '../../src/detect/profile-text.ts'
import { createJws, listKeys, getPairs, sealBlocks, signers } from '../support/envelopes.ts'
import { longText, shortText } from '../support/grid.ts'

const [shop, platform] = [getSingleKeys('merchant'), getSingleKeys('platform')]
const [modernShop, modernPlatform] = [getKeys('merchant'), getKeys('platform')]

/** The keys of the platform, which receives what the shop sends. */
const keys: readonly DetectKey[] = [
  readDetectKey('platform.pem', platform.encryption.privatePem.reveal()),
  readDetectKey('shop.pem', shop.encryption.publicPem),
]
const modernKeys: readonly DetectKey[] = [
  readDetectKey('platform-encryption.pem', modernPlatform.encryption.privatePem.reveal()),
  readDetectKey('platform-signature.pem', modernPlatform.signature.privatePem.reveal()),
  readDetectKey('shop-encryption.pem', modernShop.encryption.publicPem),
  readDetectKey('shop-signature.pem', modernShop.signature.publicPem),
]

const ids = { own: 'shop', peer: 'platform' }
const appId = 'demo-shop'
const createClassicShop = (dialect: ClassicDialect) =>
  createParty(classic({ appId, party: ids, keys: { own: shop, peer: platform }, allowSameKey: true, dialect }))
const modernParty = createParty(modern({ appId, party: ids, keys: { own: modernShop, peer: modernPlatform } }))

const ids40 = Array.from({ length: 40 }, (_, at) => `withdrawal-${at}`)
const addresses = Array.from({ length: 30 }, (_, at) => `bc1qexampleaddress${at}`)

type SealedMessage = Awaited<ReturnType<typeof modernParty.sealRequest>>
const formatCapture = ({ path, query, body }: SealedMessage): string =>
  body === undefined ? `GET ${path}?${query}` : `POST ${path} HTTP/1.1\n\n${body}`

const dialects: readonly (readonly [string, ClassicDialect])[] = [
  ['deployed', deployedOptions],
  ['fullBlocks', fullBlocks],
  ['oaepEnvelopes', oaepEnvelopes],
  [
    'hex and PSS',
    {
      query: { padding: 'type1', chunk: 100, text: 'hex' },
      envelope: { padding: 'oaep-sha1', chunk: 150, text: 'hex' },
      signature: { digest: 'plaintext', padding: 'pss', text: 'base64' },
    },
  ],
  [
    'base64 and raw MD5',
    {
      query: { padding: 'type1', chunk: 'max', text: 'base64' },
      envelope: { padding: 'pkcs1', chunk: 200, text: 'base64' },
      signature: { digest: 'md5-raw', padding: 'pkcs1', text: 'base64' },
    },
  ],
]

test.each(dialects)('finds the dialect of our own client: %s', async (_name, dialect) => {
  const party = createClassicShop(dialect)
  const requests = [
    await party.sealRequest('listWithdrawals', { ids: ids40 }),
    await party.sealRequest('registerAddresses', { symbol: 'BTC', addresses, memo: false }),
  ]
  const reports = requests.map((request) => detect(formatCapture(request), keys))
  expect(reports.flatMap(({ findings }) => findings)).toMatchObject([
    { fits: true, calls: ['withdrawals.list'] },
    { fits: true, calls: ['addresses.register'] },
  ])
  expect(Object.assign({}, ...reports.map(readDialect))).toEqual(dialect)
})

const readDialect = ({ profiles: [profile] }: Report): Partial<ClassicDialect> =>
  profile?.name === 'classic' ? profile.dialect : {}

test('a receiver with the printed dialect opens the captured message', async () => {
  const [, odd = deployedOptions] = dialects.at(-1) ?? []
  const { path, query } = await createClassicShop(odd).sealRequest('listWithdrawals', {
    ids: ids40,
  })
  const dialect = { ...deployedOptions, ...readDialect(detect(query, keys)) }
  const receiver = createParty(
    classic({
      appId,
      party: { own: ids.peer, peer: ids.own },
      keys: { own: platform, peer: shop },
      allowSameKey: true,
      dialect,
    }),
  )
  const frame = readQuery(new URLSearchParams(query))
  const { parameters } = await receiver.openRequest('listWithdrawals', path, frame)
  expect(parameters).toEqual({ ids: ids40 })
})

test.each([
  ['a query', 'listWithdrawals', { ids: ids40 }],
  ['an envelope', 'registerAddresses', { symbol: 'BTC', addresses, memo: false }],
] as const)('finds the modern profile in %s, with the id of its receiver', async (_name, id, parameters) => {
  const request =
    id === 'listWithdrawals'
      ? await modernParty.sealRequest(id, { ids: [...parameters.ids] })
      : await modernParty.sealRequest(id, { ...parameters, addresses: [...parameters.addresses] })
  const { findings, profiles } = detect(formatCapture(request), modernKeys)
  expect(findings).toMatchObject([{ fits: true, evidence: ['opens', 'verifies'] }])
  expect(profiles).toMatchObject([{ name: 'modern', audience: { id: 'platform', isOwn: true } }])
})

test('recognizes our own request, and that its data is for the other party', async () => {
  const request = await modernParty.sealRequest('listWithdrawals', { ids: ids40 })
  const own = [readDetectKey('shop.pem', modernShop.signature.privatePem.reveal())]
  expect(detect(formatCapture(request), own).findings).toMatchObject([{ fits: false, evidence: ['structure only'] }])
})

const pairs = getPairs(2048)
const formatBody = (message: object): string => JSON.stringify(message)
const createQuery = (text: string, chunk: number): object => ({
  app_id: 'shop-1',
  data: sealBlocks(text, 'PKCS#1 type 1', chunk, pairs).toString('base64url'),
})

const formatNotes = (captured: string): string =>
  detect(captured, listKeys(pairs))
    .profiles.flatMap((profile) => (profile.name === null ? profile.reasons : profile.notes))
    .join('\n')

test('prints all block sizes that fit a message of one block', () => {
  const captured = formatBody(createQuery(shortText, 234))
  const { findings, profiles } = detect(captured, listKeys(pairs))
  expect(findings).toMatchObject([{ data: { chunk: { kind: 'open', sizes: [117, 234, 245], least: 68, most: 245 } } }])
  expect(profiles).toMatchObject([{ name: 'classic', dialect: { query: { chunk: 234 } } }])
  expect(formatNotes(captured)).toContain('117 or 234 or 245 fit, and so does every size from 68 to 245')
})

test('a second message narrows the settings that fit', () => {
  const both = [createQuery(shortText, 245), createQuery(longText, 245)].map(formatBody).join('\n')
  expect(detect(both, listKeys(pairs)).profiles).toMatchObject([{ dialect: { query: { chunk: 'max' } } }])
  expect(formatNotes(both)).not.toContain('One block was enough')
})

test('for messages of one block, prints the sizes that fit all of them', () => {
  const both = [createQuery(shortText, 245), createQuery('{"symbol":"B"}'.padEnd(150), 245)].map(formatBody).join('\n')
  expect(formatNotes(both)).toContain('block size. 234 or 245 fit, and so does every size from 150 to 245')
})

test('reports that messages have different block sizes', () => {
  expect(formatNotes([createQuery(longText, 234), createQuery(longText, 245)].map(formatBody).join('\n'))).toContain(
    'several sizes',
  )
})

test.each([
  ['base64', 'PKCS#1 v1.5 (type 2)', 'reads these messages without a dialect'],
  ['base64', 'OAEP, SHA-256', 'needs this dialect to read these messages'],
  ['hex', 'PKCS#1 v1.5 (type 2)', 'needs this dialect to read these messages'],
] as const)('reports whether the profile classic needs a dialect for %s and %s', (encoding, padding, note) => {
  const text = '{"symbol":"BTC"}'
  const sign = signers['PKCS#1 v1.5, SHA-256']?.(Buffer.from(createHash('md5').update(text).digest('hex')), pairs)
  const data = sealBlocks(text, padding, 80, pairs)
  expect(formatNotes(formatBody({ data: data.toString(encoding), sign: sign?.toString(encoding) }))).toContain(note)
})

const small = getPairs(1024)
const createEnvelope = (padding: string, scheme: string, content: string): string =>
  formatBody({
    app_id: 'shop-1',
    time: 1782000000,
    data: sealBlocks('{"symbol":"BTC"}', padding, 80, pairs).toString('base64url'),
    sign: signers[scheme]?.(Buffer.from(content), pairs).toString('base64url'),
  })

test.each([
  [
    'queries with OAEP',
    formatBody({ data: sealBlocks(shortText, 'OAEP, SHA-256', 80, pairs).toString('hex') }),
    'only type 1 proves',
  ],
  [
    'upper-case hex',
    formatBody({ data: sealBlocks(shortText, 'PKCS#1 type 1', 234, pairs).toString('hex').toUpperCase() }),
    'upper-case hex',
  ],
  ['OAEP with SHA-512', createEnvelope('OAEP, SHA-512', 'PKCS#1 v1.5, SHA-256', '{"symbol":"BTC"}'), 'OAEP, SHA-512'],
  [
    'a signature with SHA-1',
    createEnvelope('PKCS#1 v1.5 (type 2)', 'PKCS#1 v1.5, SHA-1', '{"symbol":"BTC"}'),
    'PKCS#1 v1.5, SHA-1',
  ],
  [
    'a signature with the time',
    createEnvelope('PKCS#1 v1.5 (type 2)', 'PKCS#1 v1.5, SHA-256', '{"symbol":"BTC"}1782000000'),
    'plaintext + time',
  ],
  ['a JWS alone', formatBody({ data: createJws(shortText, 'PS256', pairs) }), 'without a JWE'],
])('says why no profile supports %s', (_name, captured, reason) => {
  const { findings, profiles } = detect(captured, listKeys(pairs))
  expect(findings).toMatchObject([{ fits: true }])
  expect(profiles).toMatchObject([{ name: null, reasons: [expect.stringContaining(reason)] }])
  expect(profiles.flatMap((profile) => formatProfile(profile, undefined))[0]).toBe('No profile supports this:')
})

test('prints placeholders for party ids that a message does not contain', async () => {
  const request = await modernParty.sealRequest('listWithdrawals', { ids: ids40 })
  const formatText = (captured: string, given: readonly DetectKey[]): string =>
    detect(captured, given)
      .profiles.flatMap((profile) => formatProfile(profile, undefined))
      .join('\n')
  expect(formatText(formatCapture(request), modernKeys)).toContain(
    "  // Replace 'id of the other party': the message does not show it.\n  party: { own: 'platform', peer: 'id of the other party' },",
  )
  const classicText = formatText(formatBody(createQuery(longText, 234)), listKeys(pairs))
  expect(classicText).toContain(
    "  // Replace both ids: the message does not show them.\n  party: { own: 'your party id', peer: 'id of the other party' },",
  )
})

test('prints options for keys of 1024 bits and times in seconds', () => {
  const old = detect(
    formatBody({ data: sealBlocks(shortText, 'PKCS#1 type 1', 117, small).toString('base64') }),
    listKeys(small),
  )
  const seconds = detect(
    createEnvelope('PKCS#1 v1.5 (type 2)', 'PKCS#1 v1.5, SHA-256', '{"symbol":"BTC"}'),
    listKeys(pairs),
  )
  const lines = [...old.profiles, ...seconds.profiles].flatMap((profile) => formatProfile(profile, 'shop-1'))
  expect(lines).toEqual(
    expect.arrayContaining([expect.stringContaining('openBits: 1024'), expect.stringContaining("unit: 'seconds'")]),
  )
  expect(lines.filter((line) => line.length > 80)).toEqual([])
})
