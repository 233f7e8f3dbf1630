// Changes of a schema, with what they mean where the schema is sent and where it is read.
import type { Json } from '../documents.ts'
import type { Class, KindName } from '../kinds.ts'

interface Case {
  readonly what: string
  readonly patch: Json
  readonly kind: KindName
  readonly sent: Class
  readonly read: Class
}

const of = (
  kind: KindName,
  sent: Class,
  read: Class,
  cases: Readonly<Record<string, Json>>,
): readonly Case[] => Object.entries(cases).map(([what, patch]) => ({ what, patch, kind, sent, read }))

const member = (name: string, patch: Json): Json => ({ properties: { [name]: patch } })
const known = (...values: Json[]): Json => member('status', { 'x-known-values': values })
const open = (...listed: Json[]): Json =>
  member('status', { anyOf: [{ type: 'integer', enum: listed }, { type: 'integer' }] })
const mail = { title: 'By mail', type: 'object', properties: { mail: { type: 'string' } } }
const phone = { title: 'By phone', type: 'object', properties: { phone: { type: 'string' } } }
const post = { title: 'By post', type: 'object', properties: { street: { type: 'string' } } }
const underWay = { value: 1, meaning: 'Under way', final: false, source: 'interface' }
const done = { value: 2, meaning: 'Done', final: true, source: 'interface' }
const unit = { id: 'unit', what: 'Unit.', assumed: 'coins', source: 'guess', knob: 'units.one' }
const [breaking, compatible, wording] = ['breaking', 'compatible', 'wording'] as const

export const schemaCases: readonly Case[] = [
  ...of('required member added', breaking, compatible, {
    'a new required member': {
      ...Object(member('memo', { type: 'string' })),
      required: ['id', 'coin', 'memo'],
    },
  }),
  ...of('optional member added', compatible, compatible, {
    'a new optional member': member('memo', { type: 'string' }),
  }),
  ...of('member removed', breaking, breaking, {
    'an optional member that goes': member('speed', null),
    'a required member that goes': { properties: { coin: null }, required: ['id'] },
  }),
  ...of('made required', breaking, compatible, {
    'a member that becomes required': { required: ['id', 'coin', 'state'] },
  }),
  ...of('made optional', compatible, breaking, { 'a member that becomes optional': { required: ['id'] } }),
  ...of('default changed', breaking, compatible, {
    'another default': member('speed', { default: 'fast' }),
    'a default that goes': member('speed', { default: null }),
  }),
  ...of('type narrowed', breaking, compatible, {
    'a type where there was none': member('anything', { type: 'string' }),
    'one type of two': member('anything', { type: ['string', 'number', 'boolean', 'object', 'array'] }),
  }),
  ...of('type widened', compatible, breaking, {
    'null as a type beside another': member('state', { type: ['string', 'null'] }),
    'any number where there were integers': member('id', { type: 'number' }),
  }),
  ...of('type replaced', breaking, breaking, { 'another type': member('coin', { type: 'integer' }) }),
  ...of('rule added', breaking, compatible, {
    'a new pattern': member('state', { pattern: '^o' }),
    'a new format': member('state', { format: 'switch' }),
    'a closed list where there was none': member('coin', { enum: ['BTC'] }),
    'alternatives where there were none': member('coin', { anyOf: [{ const: 'BTC' }] }),
    'a constant where there was none': member('state', { const: 'on' }),
  }),
  ...of('rule removed', compatible, breaking, {
    'a pattern that goes': member('coin', { pattern: null }),
    'a format that goes': member('coin', { format: null }),
    'a closed list that goes': member('state', { enum: null }),
    'alternatives that go': member('way', { anyOf: null }),
    'entries without a schema': member('list', { items: null }),
  }),
  ...of('rule changed', breaking, breaking, {
    'another pattern': member('coin', { pattern: '^[A-Z0-9]+$' }),
    'another format': member('coin', { format: 'ticker' }),
  }),
  ...of('limit tightened', breaking, compatible, {
    'a lower maximum': member('id', { maximum: 50 }),
    'a higher minimum': member('id', { minimum: 5 }),
    'a higher minLength': member('coin', { minLength: 3 }),
    'a lower maxItems': member('list', { maxItems: 5 }),
    'a maxLength where there was none': member('state', { maxLength: 3 }),
    'a lower maxLength of entries': member('list', { items: { maxLength: 4 } }),
  }),
  ...of('limit loosened', compatible, breaking, {
    'a higher maxLength': member('coin', { maxLength: 20 }),
    'a lower minItems': member('list', { minItems: 0 }),
    'a maximum that goes': member('id', { maximum: null }),
  }),
  ...of('value added', compatible, breaking, {
    'a new value of a closed list': member('state', { enum: ['on', 'off', 'idle'] }),
  }),
  ...of('value removed', breaking, compatible, {
    'a value of a closed list that goes': member('state', { enum: ['on'] }),
  }),
  ...of('open value added', compatible, compatible, { 'a new value of an open list': open(1, 2, 7) }),
  ...of('open value removed', compatible, compatible, { 'a value of an open list that goes': open(1) }),
  ...of('alternative added', compatible, breaking, {
    'a new alternative': member('way', { anyOf: [mail, phone, post] }),
    'null as an alternative': member('way', { anyOf: [mail, phone, { type: 'null' }] }),
  }),
  ...of('alternative removed', breaking, compatible, {
    'an alternative that goes': member('way', { anyOf: [mail] }),
    'an open list that becomes closed': member('status', { anyOf: [{ type: 'integer', enum: [1, 2] }] }),
  }),
  ...of('closed', breaking, compatible, {
    'an object that refuses unknown members': member('anything', { additionalProperties: false }),
  }),
  ...of('opened', compatible, compatible, {
    'an object that takes unknown members': { additionalProperties: null },
  }),
  ...of('reference lost', breaking, breaking, {
    'a reference that leads nowhere': member('mail', { $ref: '#/components/schemas/Nothing' }),
  }),
  ...of('known value added', compatible, compatible, {
    'a new known value': known(underWay, done, { value: 7, meaning: 'Held', source: 'open' }),
  }),
  ...of('known value removed', breaking, breaking, { 'a known value that goes': known(underWay) }),
  ...of('meaning changed', breaking, breaking, {
    'another meaning of a known value': known(underWay, { ...done, meaning: 'Failed' }),
  }),
  ...of('constants renamed', breaking, breaking, {
    'names for the values of an enum': member('state', { 'x-enum-varnames': ['ON', 'OFF'] }),
  }),
  ...of('finality changed', breaking, breaking, {
    'a value that becomes final': known({ ...underWay, final: true }, done),
  }),
  ...of('personal mark added', compatible, compatible, {
    'a member that becomes personal': member('coin', { 'x-personal': true }),
  }),
  ...of('setting changed', breaking, breaking, {
    'a decimal that travels as a number': member('coin', { 'x-wire-number': true }),
    'a member that the codec fills in': member('coin', { 'x-filled': true }),
    'another knob of an open point': { 'x-not-shown': [{ ...unit, knob: 'units.two' }] },
  }),
  ...of('open point added', compatible, compatible, {
    'a new open point': { 'x-not-shown': [unit, { id: 'sign', what: 'Sign.', source: 'open' }] },
  }),
  ...of('open point removed', breaking, breaking, { 'an open point that goes': { 'x-not-shown': null } }),
  ...of('assumption changed', breaking, breaking, {
    'another assumption': { 'x-not-shown': [{ ...unit, assumed: 'cents' }] },
  }),
  ...of('keyword unknown', breaking, breaking, {
    'a keyword without a rule': member('list', { minContains: 2 }),
    'a keyword that every object inherits': member('list', { constructor: 2 }),
  }),
  ...of('deprecation changed', compatible, compatible, {
    'a deprecated member': member('coin', { deprecated: true }),
  }),
  ...of('words changed', wording, wording, {
    'another description': { description: 'All of it.' },
    'a title': member('coin', { title: 'Coin' }),
    'another example': member('coin', { examples: ['BTC'] }),
    'another description of an open point': { 'x-not-shown': [{ ...unit, what: 'The unit.' }] },
  }),
  ...of('order changed', wording, wording, {
    'required members in another order': { required: ['coin', 'id'] },
    'values in another order': member('state', { enum: ['off', 'on'] }),
    'alternatives in another order': member('way', { anyOf: [phone, mail] }),
  }),
]
