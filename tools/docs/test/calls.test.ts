import { rules } from '@custody-wallet/sandbox/model'
import { codes } from '@custody-wallet/types'
import { describe, expect, test } from 'vitest'

import { listCodes } from '../call/errors.ts'
import type { Call } from '../contract.ts'
import { type Field, createTrees } from '../fields/model.ts'
import { contract, readSiteFile } from './site.ts'

const findCall = (id: string): Call => {
  const found = contract.calls.find((call) => call.id === id)
  if (!found) throw new Error(`There is no call ${id}.`)
  return found
}
const createCallTrees = (id: string) => createTrees(findCall(id), contract.wholePlain)
const findField = (fields: readonly Field[], name: string): Field => {
  const found = fields.find((field) => field.name === name)
  if (!found) throw new Error(`There is no field ${name}.`)
  return found
}
const listFields = (fields: readonly Field[]): readonly Field[] =>
  fields.flatMap((field) => [field, ...listFields(field.fields)])

describe('the parameters of findUser', () => {
  const { choices, fields } = createCallTrees('findUser').parameters

  test('have two choices with their required fields', () => {
    expect(choices.map(({ title, needs }) => [title, needs])).toEqual([
      ['By e-mail address', ['email']],
      ['By mobile number', ['mobile', 'country']],
    ])
  })

  test('have the types of strings', () => {
    expect(fields.map(({ name, type }) => [name, type])).toEqual([
      ['email', 'string (e-mail)'],
      ['mobile', 'empty string or string (phone)'],
      ['country', 'string (country code)'],
    ])
  })

  test('list the choices that require them, with a description for each choice', () => {
    const mobile = findField(fields, 'mobile')
    expect(mobile.isNeeded).toEqual(['By mobile number'])
    expect(mobile.byChoice.map(([choice]) => choice)).toEqual(['By e-mail address', 'By mobile number'])
  })
})

test('shared fields of both choices of registerAddresses are listed once', () => {
  const { fields } = createCallTrees('registerAddresses').parameters
  expect(fields.map(({ name, type, isNeeded }) => [name, type, isNeeded])).toEqual([
    ['symbol', 'string (coin)', 'always'],
    ['addresses', 'list of strings (address)', 'always'],
    ['memo', 'false or true', 'always'],
  ])
})

test('a field with a fixed value in each choice explains its values', () => {
  const memo = findField(createCallTrees('registerAddresses').parameters.fields, 'memo')
  expect(memo.byChoice.map(([choice, text]) => [choice, text.split('.')[0]])).toEqual([
    ['Coin without memos', '`false`'],
    ['Coin with memos', '`true`'],
  ])
})

describe('the fields of a response', () => {
  test('are a tree with a path for each field', () => {
    const paths = listFields(createCallTrees('getStakingDetails').response.fields).map(({ path }) => path)
    expect(paths).toContain('unbond.lock_number')
    expect(new Set(paths).size).toBe(paths.length)
  })

  test('are marked if they may be empty, by the contract or an example', () => {
    const { fields } = findField(createCallTrees('syncDeposits').response.fields, 'data')
    const empty = fields.filter(({ canBeEmpty }) => canBeEmpty).map(({ name }) => name)
    expect(empty).toEqual(expect.arrayContaining(['request_id', 'address_from']))
    expect(empty).not.toContain('amount')
  })

  test('list their known values with a link', () => {
    const status = findField(findField(createCallTrees('listWithdrawals').response.fields, 'data').fields, 'status')
    expect(status.values.map(({ value }) => value)).toEqual([0, 1, 2, 4, 5, 6, 7, 8])
    expect(readSiteFile('calls/listWithdrawals.html')).toContain('href="../states.html#withdrawal-status"')
  })

  test('list their open points', () => {
    const { open, fields } = findField(createCallTrees('listWithdrawals').response.fields, 'data')
    const ids = [...open, ...findField(fields, 'status').open].map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining(['withdrawal-transitions', 'withdrawal-status-3']))
    for (const id of ids) expect(readSiteFile('calls/listWithdrawals.html')).toContain(`../open-points.html#${id}`)
  })

  test('are marked if they are numbers on the wire', () => {
    const { fields } = findField(createCallTrees('pullWithdrawals').response.fields, 'data')
    expect(fields.filter(({ isWireNumber }) => isWireNumber).map(({ name }) => name)).toEqual(['amount', 'fee'])
  })
})

describe.each(contract.calls)('the page of $id', (call) => {
  const page = readSiteFile(`calls/${call.id}.html`)
  const { parameters, response } = createTrees(call, contract.wholePlain)

  test('has an anchor for every field of request and response', () => {
    for (const { path } of listFields(parameters.fields)) expect(page).toContain(`id="parameters.${path}"`)
    for (const { path } of listFields(response.fields)) expect(page).toContain(`id="response.${path}"`)
  })

  test('contains every parameter of the operation table', () => {
    const names = parameters.fields.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(Object.keys(call.facts.parameters)))
  })

  test('has an anchor for every code of its family', () => {
    const known = Object.keys(codes[call.facts.family]).filter((code) => code !== '0')
    expect(
      listCodes(call)
        .map(({ code }) => code)
        .toSorted(),
    ).toEqual(known.toSorted())
    for (const code of known) expect(page).toContain(`<tr id="code-${code}">`)
  })

  test('has a form with each parameter, and each example and code of the mock', () => {
    for (const { name } of parameters.fields) expect(page).toMatch(new RegExp(`<input\\s+name="${name}"`))
    for (const name of Object.keys(call.responses).slice(1)) expect(page).toContain(`value="example=${name}"`)
    for (const { code } of listCodes(call)) expect(page).toContain(`<option value="code=${code}">`)
  })

  test('has the same fields and codes in its Markdown', () => {
    const text = readSiteFile(`calls/${call.id}.md`)
    for (const { name } of listFields([...parameters.fields, ...response.fields]))
      expect(text).toContain(`- \`${name}\` (`)
    for (const { code, meaning } of listCodes(call)) expect(text).toContain(`| \`${code}\` | ${meaning} |`)
    expect(text).not.toContain('<!--')
  })
})

test('codes that the sandbox uses for a call come first, with the rule', () => {
  const [first] = listCodes(findCall('getAccount'))
  expect(first?.code).toBe('110065')
  expect(first?.rules).toEqual([rules['user-exists'].says])
})

test('a call that must never be retried has no code with "later"', () => {
  expect(readSiteFile('calls/registerAddresses.md')).not.toMatch(/\| later \|/)
})

test('only the token call has headers', () => {
  const withHeaders = contract.calls.filter(({ id }) => readSiteFile(`calls/${id}.md`).includes('## Headers'))
  expect(withHeaders.map(({ id }) => id)).toEqual(['getToken'])
  for (const name of ['Api-Key', 'Timestamp'])
    expect(readSiteFile('calls/getToken.html')).toContain(`id="headers.${name}"`)
})

test.each([
  ['listWithdrawals', '`Withdrawal[]`'],
  ['getAccount', '`Account`'],
  ['getStakingDetails', '`StakingDetails[]`'],
  ['cancelWithdrawal', 'returns no value'],
])('%s says what the client returns: %s', (id, type) => {
  expect(readSiteFile(`calls/${id}.md`).split('## Fields of the response\n')[1]?.split('\n##')[0]).toContain(type)
})
