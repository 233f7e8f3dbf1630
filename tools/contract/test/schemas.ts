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

const createCases = (
  kind: KindName,
  sent: Class,
  read: Class,
  cases: Readonly<Record<string, Json>>,
): readonly Case[] => Object.entries(cases).map(([what, patch]) => ({ what, patch, kind, sent, read }))

const patchField = (name: string, patch: Json): Json => ({ properties: { [name]: patch } })
const patchKnownValues = (...values: Json[]): Json => patchField('status', { 'x-known-values': values })
const createOpenCases = (...listed: Json[]): Json =>
  patchField('status', { anyOf: [{ type: 'integer', enum: listed }, { type: 'integer' }] })
const mail = { title: 'By mail', type: 'object', properties: { mail: { type: 'string' } } }
const phone = { title: 'By phone', type: 'object', properties: { phone: { type: 'string' } } }
const post = { title: 'By post', type: 'object', properties: { street: { type: 'string' } } }
const underWay = { value: 1, meaning: 'Under way', final: false, source: 'interface' }
const done = { value: 2, meaning: 'Done', final: true, source: 'interface' }
const unit = { id: 'unit', what: 'Unit.', assumed: 'coins', source: 'guess', setting: 'units.one' }
const [breaking, compatible, wording] = ['breaking', 'compatible', 'wording'] as const

export const schemaCases: readonly Case[] = [
  ...createCases('required field added', breaking, compatible, {
    'a new required field': {
      ...Object(patchField('memo', { type: 'string' })),
      required: ['id', 'coin', 'memo'],
    },
  }),
  ...createCases('optional field added', compatible, compatible, {
    'a new optional field': patchField('memo', { type: 'string' }),
  }),
  ...createCases('field removed', breaking, breaking, {
    'an optional field that goes': patchField('speed', null),
    'a required field that goes': { properties: { coin: null }, required: ['id'] },
  }),
  ...createCases('made required', breaking, compatible, {
    'a field that becomes required': { required: ['id', 'coin', 'state'] },
  }),
  ...createCases('made optional', compatible, breaking, {
    'a field that becomes optional': { required: ['id'] },
  }),
  ...createCases('default changed', breaking, compatible, {
    'another default': patchField('speed', { default: 'fast' }),
    'a default that goes': patchField('speed', { default: null }),
  }),
  ...createCases('type narrowed', breaking, compatible, {
    'a type where there was none': patchField('anything', { type: 'string' }),
    'one type of two': patchField('anything', { type: ['string', 'number', 'boolean', 'object', 'array'] }),
  }),
  ...createCases('type widened', compatible, breaking, {
    'null as a type beside another': patchField('state', { type: ['string', 'null'] }),
    'any number where there were integers': patchField('id', { type: 'number' }),
  }),
  ...createCases('type replaced', breaking, breaking, {
    'another type': patchField('coin', { type: 'integer' }),
  }),
  ...createCases('rule added', breaking, compatible, {
    'a new pattern': patchField('state', { pattern: '^o' }),
    'a new format': patchField('state', { format: 'switch' }),
    'a closed list where there was none': patchField('coin', { enum: ['BTC'] }),
    'alternatives where there were none': patchField('coin', { anyOf: [{ const: 'BTC' }] }),
    'a constant where there was none': patchField('state', { const: 'on' }),
  }),
  ...createCases('rule removed', compatible, breaking, {
    'a pattern that goes': patchField('coin', { pattern: null }),
    'a format that goes': patchField('coin', { format: null }),
    'a closed list that goes': patchField('state', { enum: null }),
    'alternatives that go': patchField('way', { anyOf: null }),
    'entries without a schema': patchField('list', { items: null }),
  }),
  ...createCases('rule changed', breaking, breaking, {
    'another pattern': patchField('coin', { pattern: '^[A-Z0-9]+$' }),
    'another format': patchField('coin', { format: 'ticker' }),
  }),
  ...createCases('limit tightened', breaking, compatible, {
    'a lower maximum': patchField('id', { maximum: 50 }),
    'a higher minimum': patchField('id', { minimum: 5 }),
    'a higher minLength': patchField('coin', { minLength: 3 }),
    'a lower maxItems': patchField('list', { maxItems: 5 }),
    'a maxLength where there was none': patchField('state', { maxLength: 3 }),
    'a lower maxLength of entries': patchField('list', { items: { maxLength: 4 } }),
  }),
  ...createCases('limit loosened', compatible, breaking, {
    'a higher maxLength': patchField('coin', { maxLength: 20 }),
    'a lower minItems': patchField('list', { minItems: 0 }),
    'a maximum that goes': patchField('id', { maximum: null }),
  }),
  ...createCases('value added', compatible, breaking, {
    'a new value of a closed list': patchField('state', { enum: ['on', 'off', 'idle'] }),
  }),
  ...createCases('value removed', breaking, compatible, {
    'a value of a closed list that goes': patchField('state', { enum: ['on'] }),
  }),
  ...createCases('open value added', compatible, compatible, {
    'a new value of an open list': createOpenCases(1, 2, 7),
  }),
  ...createCases('open value removed', compatible, compatible, {
    'a value of an open list that goes': createOpenCases(1),
  }),
  ...createCases('alternative added', compatible, breaking, {
    'a new alternative': patchField('way', { anyOf: [mail, phone, post] }),
    'null as an alternative': patchField('way', { anyOf: [mail, phone, { type: 'null' }] }),
  }),
  ...createCases('alternative removed', breaking, compatible, {
    'an alternative that goes': patchField('way', { anyOf: [mail] }),
    'an open list that becomes closed': patchField('status', { anyOf: [{ type: 'integer', enum: [1, 2] }] }),
  }),
  ...createCases('closed', breaking, compatible, {
    'an object that rejects unknown fields': patchField('anything', { additionalProperties: false }),
  }),
  ...createCases('opened', compatible, compatible, {
    'an object that takes unknown fields': { additionalProperties: null },
  }),
  ...createCases('reference lost', breaking, breaking, {
    'a reference that leads nowhere': patchField('mail', { $ref: '#/components/schemas/Nothing' }),
  }),
  ...createCases('known value added', compatible, compatible, {
    'a new known value': patchKnownValues(underWay, done, { value: 7, meaning: 'Held', source: 'open' }),
  }),
  ...createCases('known value removed', breaking, breaking, {
    'a known value that goes': patchKnownValues(underWay),
  }),
  ...createCases('meaning changed', breaking, breaking, {
    'another meaning of a known value': patchKnownValues(underWay, { ...done, meaning: 'Failed' }),
  }),
  ...createCases('constants renamed', breaking, breaking, {
    'names for the values of an enum': patchField('state', { 'x-enum-varnames': ['ON', 'OFF'] }),
  }),
  ...createCases('finality changed', breaking, breaking, {
    'a value that becomes final': patchKnownValues({ ...underWay, final: true }, done),
  }),
  ...createCases('personal mark added', compatible, compatible, {
    'a field that becomes personal': patchField('coin', { 'x-personal': true }),
  }),
  ...createCases('setting changed', breaking, breaking, {
    'a decimal that travels as a number': patchField('coin', { 'x-wire-number': true }),
    'a field that the codec fills in': patchField('coin', { 'x-filled': true }),
    'another setting of an open point': { 'x-open-point': [{ ...unit, setting: 'units.two' }] },
  }),
  ...createCases('open point added', compatible, compatible, {
    'a new open point': { 'x-open-point': [unit, { id: 'sign', what: 'Sign.', source: 'open' }] },
  }),
  ...createCases('open point removed', breaking, breaking, {
    'an open point that goes': { 'x-open-point': null },
  }),
  ...createCases('assumption changed', breaking, breaking, {
    'another assumption': { 'x-open-point': [{ ...unit, assumed: 'cents' }] },
  }),
  ...createCases('keyword unknown', breaking, breaking, {
    'a keyword without a rule': patchField('list', { minContains: 2 }),
    'a keyword that every object inherits': patchField('list', { constructor: 2 }),
  }),
  ...createCases('deprecation changed', compatible, compatible, {
    'a deprecated field': patchField('coin', { deprecated: true }),
  }),
  ...createCases('words changed', wording, wording, {
    'another description': { description: 'All of it.' },
    'a title': patchField('coin', { title: 'Coin' }),
    'another example': patchField('coin', { examples: ['BTC'] }),
    'another description of an open point': { 'x-open-point': [{ ...unit, what: 'The unit.' }] },
  }),
  ...createCases('order changed', wording, wording, {
    'required fields in another order': { required: ['coin', 'id'] },
    'values in another order': patchField('state', { enum: ['off', 'on'] }),
    'alternatives in another order': patchField('way', { anyOf: [phone, mail] }),
  }),
]
