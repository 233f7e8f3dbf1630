import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'

import { codes } from '@custody-wallet/types'
import { describe, expect, test } from 'vitest'

import { type Hit, type Search, createSearch } from '../search/engine.ts'
import { createEntries } from '../search/entries.ts'
import { packIndex, unpackIndex, listWords } from '../search/packed.ts'
import { synonyms } from '../search/synonyms.ts'
import { developers, others } from './questions.ts'
import { contract, readSiteFile, files, pages } from './site.ts'

const entries = createEntries(pages)
const search: Search = createSearch(packIndex(entries))
const findFirst = (query: string): string => search(query)[0]?.path ?? 'nothing'
const formatName = ({ name }: Hit): string => name.map(({ text }) => text).join('')

describe('the first result', () => {
  test.each([
    ['deposit credited twice', 'guides/notifications.html#no-deposit-is-credited-twice'],
    ['sign verify failed', 'codes.html#v2-100005'],
    ['webhook retry', 'guides/notifications.html#delivery'],
    ['private key format', 'keys'],
    ['generate rsa key', 'settings.html#make-your-keys'],
    ['100005', 'codes.html#v2-100005'],
    ['pagination', 'guides/sync-and-paging.html'],
    ['idempotency', 'guides/errors.html#repeating-a-call'],
    ['install', 'first-hour.html#install'],
    ['docker', 'packages/sandbox.html#in-a-container'],
    ['ERC20', 'guides/deposits-and-withdrawals.html#coins-and-tokens'],
    ['TRC20', 'guides/deposits-and-withdrawals.html#coins-and-tokens'],
    ['USDT', 'guides/deposits-and-withdrawals.html#coins-and-tokens'],
    ['python', 'languages/python.html'],
    ['Java', 'languages/java.html'],
    ['Go', 'languages/go.html'],
    ['PHP', 'languages/php.html'],
    ['KYT states', 'states.html'],
    ['max_id', 'guides/sync-and-paging.html'],
    ['clock skew', 'codes.html#token-1005'],
    ['memo coin', 'guides/deposits-and-withdrawals.html#coins-with-memos'],
    ['cold wallet fee', 'calls/notifyInternal.html'],
    ['rate limit', 'guides/limits.html#rate-limits'],
    ['unknown-path', 'codes.html#problems-unknown-path'],
    ['AWS KMS', 'key-services.html#aws-kms'],
    ['HashiCorp Vault', 'key-services.html'],
    ['HTTPS_PROXY', 'outgoing-proxies.html'],
    ['fixed IP address', 'outgoing-proxies.html'],
    ['NestJS', 'frameworks.html'],
    ['MSW', 'front-ends.html'],
  ])('for %j is %s', (query, expected) => {
    expect(findFirst(query)).toContain(expected)
  })

  test.each([
    ['webhok', 'guides/notifications.html'],
    ['paginaton', 'guides/sync-and-paging.html'],
    ['idempotancy', 'guides/errors.html#repeating-a-call'],
    ['signatur verifcation', 'guides/authentication.html'],
  ])('is found in spite of the typing error in %j', (query, expected) => {
    expect(findFirst(query)).toContain(expected)
  })

  test.each(contract.calls.map(({ id }) => id))('for the name of the call %s is its page', (id) => {
    expect(findFirst(id)).toBe(`calls/${id}.html`)
  })

  test.each(Object.entries(codes))('for each code of %s is its entry', (_family, table) => {
    for (const [code, { meaning }] of Object.entries(table).slice(1)) {
      const [first, second] = search(code).map(formatName)
      // 100001 has two meanings.
      expect(`${first}\n${second}`).toContain(`${code}: ${meaning}`)
    }
  })
})

describe('questions', () => {
  const countRight = (questions: typeof developers): number =>
    questions.filter(([question, ...right]) => right.includes(findFirst(question))).length

  test('of developers are answered by the first result', () => {
    expect(developers.length).toBe(20)
    expect(countRight(developers)).toBeGreaterThanOrEqual(18)
  })

  test('that the search is not tuned with are answered by the first result, 12 of 20', () => {
    expect(others.length).toBe(20)
    expect(countRight(others)).toBeGreaterThanOrEqual(12)
  })

  test('have answers that exist', () => {
    const paths = new Set(entries.map(({ path }) => path))
    const lost = [...developers, ...others].flatMap(([, ...right]) => right.filter((path) => !paths.has(path)))
    expect(lost).toEqual([])
  })

  test.each(['chargeback', 'reversal', 'refund'])('about a %s do not lead to a cancellation', (query) => {
    expect(search(query).filter(({ path }) => /cancel/i.test(path))).toEqual([])
  })
})

describe('results', () => {
  test('have existing targets', () => {
    const lost = entries.filter(({ path }) => {
      const [page = '', id] = path.split('#')
      return id === undefined ? !files.has(page) : !readSiteFile(page).includes(` id="${id}"`)
    })
    expect(lost).toEqual([])
  })

  test('lead to different places', () => {
    const paths = entries.map(({ path }) => path)
    expect(paths.filter((path, index) => paths.indexOf(path) !== index)).toEqual([])
  })

  test.each(['install', 'installation', 'npm'])('for %j start with pages for newcomers', (query) => {
    expect(search(query)[0]?.path).toMatch(/^first-hour|^where-it-runs|^guides\/getting-started/)
  })

  test.each(['docker', 'container', 'kubernetes'])('for %j start with containers', (query) => {
    expect(findFirst(query)).toMatch(/#in-a-container$/)
  })

  test('for "team" start with several processes', () => {
    expect(findFirst('team')).toContain('#several-processes')
  })

  test('come from several pages', () => {
    const names = search('status').map(({ path }) => path.split('#')[0])
    expect(new Set(names).size).toBeGreaterThan(2)
    expect(names.filter((name) => name === 'states.html').length).toBeLessThanOrEqual(3)
  })

  test('of one type are together, and the group of the best result is the first', () => {
    const groups = search('withdrawal').map(({ group }) => group)
    const first = groups.filter((group, index) => group !== groups[index - 1])
    expect(first).toEqual([...new Set(groups)])
    expect(first.length).toBeGreaterThan(1)
    expect(search('100005')[0]?.group).toBe('Error codes')
    expect(search('cancelWithdrawal')[0]?.group).toBe('Calls')
  })

  test('mark the words of the query, their other forms and their synonyms', () => {
    const marked = search('cancelling a payout').flatMap(({ name, lead }) =>
      [...name, ...lead].flatMap(({ text, isMatch }) => (isMatch ? [text] : [])),
    )
    for (const word of ['Cancel', 'Cancelled', 'cancelWithdrawal', 'withdrawals']) expect(marked).toContain(word)
    for (const word of marked) expect(word).toMatch(/cancel|withdraw/i)
  })

  test.each(['monero', 'kraken', 'pledge', 'weather'])('are empty for %j, which is only similar to a word', (query) => {
    expect(search(query)).toEqual([])
  })

  test('contain text after the first 300 characters of a section, and names in programs', () => {
    const long = entries.find(({ text }) => text.length > 2000)
    const last = listWords(long?.text ?? '').at(-1) ?? ''
    expect(search(last)).not.toEqual([])
    expect(search('createCustody')).not.toEqual([])
  })

  test('are empty for words on no page and for words on every page', () => {
    expect(search('qwxyzqwxyz')).toEqual([])
    expect(search('the of and')).toEqual([])
    expect(search('')).toEqual([])
  })
})

describe('words', () => {
  test.each([
    ['retry', ['retries', 'retried', 'Retrying']],
    ['page', ['pages', 'paging', 'paged']],
    ['address', ['addresses']],
    ['rotate', ['rotation', 'rotating']],
    ['cancel', ['cancelled', 'Cancelling']],
  ])('%s is one word with %j', (word, forms) => {
    for (const form of forms) expect(listWords(form)).toEqual(listWords(word))
  })

  test('a name is found as a whole and by its parts', () => {
    expect(listWords('maxUrlLength, max_id')).toEqual(['maxurllength', 'max', 'url', 'length', 'max_id'])
    expect(listWords('unknown-path')).toEqual(['unknown-path', 'unknown', 'path'])
  })

  test('each synonym is listed in one form', () => {
    for (const group of synonyms) {
      const stems = group.map((word) => listWords(word).join(' '))
      expect([group, new Set(stems).size]).toEqual([group, group.length])
    }
  })
})

describe('the index', () => {
  test('keeps every significant word of every entry', () => {
    const kept = unpackIndex(packIndex(entries))
    for (const [index, entry] of entries.entries()) {
      const { heading = '', text = '' } = kept[index] ?? {}
      const words = new Set([...listWords(heading), ...text.split(' ')])
      expect(listWords(entry.text).filter((word) => word.length <= 30 && !words.has(word))).toEqual([])
      expect(kept[index]).toMatchObject({ path: entry.path, title: entry.title, type: entry.type })
    }
  })

  test('is a script that returns the same results as the modules, and is smaller than 68 KB compressed', () => {
    const script = readSiteFile('assets/search-index.js')
    const asked = `${script};JSON.stringify(createSearch(searchIndex)('deposit credited twice'))`
    const found: unknown = JSON.parse(runInNewContext(asked))
    expect(found).toEqual(search('deposit credited twice'))
    expect(gzipSync(script).length).toBeLessThan(68_000)
    expect(files.has('assets/search.js')).toBe(true)
  })
})
