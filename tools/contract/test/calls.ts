// Changes of a call, and of the contract around the calls.
import { isRecord, type Json } from '../documents.ts'
import type { Class, KindName } from '../kinds.ts'
import { base } from './base.ts'

interface Case {
  readonly what: string
  readonly patch: Json
  readonly kind: KindName
  readonly class: Class
}

const of = (kind: KindName, worst: Class, cases: Readonly<Record<string, Json>>): readonly Case[] =>
  Object.entries(cases).map(([what, patch]) => ({ what, patch, kind, class: worst }))

const list = (patch: Json): Json => ({ paths: { '/list': { get: patch } } })
const send = (patch: Json): Json => ({ paths: { '/send': { post: patch } } })
const at = (...steps: readonly string[]): Json =>
  steps.reduce<Json>((node, step) => (isRecord(node) ? (node[step] ?? {}) : {}), base)
const ids = { name: 'ids', in: 'query', required: true, schema: { type: 'array', maxItems: 100 } }
const page = { name: 'page', in: 'query', schema: { type: 'integer' } }
const form = { schema: { $ref: '#/components/schemas/Sent' } }
const limit = { rule: 'batch', value: 100, unit: 'ids', source: 'interface' }
const address = (url: string, base: string) => ({ url, variables: { base: { default: base } } })
const wrong = { code: '1', meaning: 'Wrong', source: 'documented' }

export const callCases: readonly Case[] = [
  ...of('call added', 'compatible', {
    'a new call': { paths: { '/more': { get: { operationId: 'more' } } } },
  }),
  ...of('call removed', 'breaking', { 'a call that goes': { paths: { '/list': null } } }),
  ...of('call renamed', 'breaking', { 'another id': list({ operationId: 'listThings' }) }),
  ...of('call moved', 'breaking', {
    'another path': { paths: { '/send': null, '/send2': at('paths', '/send') } },
    'another method': { paths: { '/send': { post: null, put: at('paths', '/send', 'post') } } },
  }),
  ...of('resource renamed', 'breaking', {
    'another name in the client': list({ 'x-resource': 'things.all' }),
  }),
  ...of('required member added', 'breaking', {
    'a new required parameter': list({ parameters: [ids, page, { ...page, name: 'why', required: true }] }),
  }),
  ...of('optional member added', 'compatible', {
    'a new optional parameter': list({ parameters: [ids, page, { ...page, name: 'why' }] }),
  }),
  ...of('member removed', 'breaking', { 'a parameter that goes': list({ parameters: [ids] }) }),
  ...of('made required', 'breaking', {
    'a parameter that becomes required': list({ parameters: [ids, { ...page, required: true }] }),
  }),
  ...of('made optional', 'compatible', {
    'a parameter that becomes optional': list({ parameters: [{ ...ids, required: false }, page] }),
    'a body that becomes optional': send({ requestBody: { required: false } }),
  }),
  ...of('parameter moved', 'breaking', {
    'a parameter in a header': list({ parameters: [ids, { ...page, in: 'header' }] }),
  }),
  ...of('setting changed', 'breaking', {
    'another separator of ids': list({ 'x-batch': { separator: ';' } }),
    'another size of a page': list({ 'x-cursor': { page: 50 } }),
    'a cursor that goes': list({ 'x-cursor': null }),
    'another family': list({ 'x-family': 'mpc' }),
    'another security': list({ security: [{ Key: [] }] }),
    'another default address': { servers: [address('{base}', 'https://other.example')] },
    'another unit of a limit': list({ 'x-limit': [{ ...limit, unit: 'bytes' }] }),
    'other members of a safe repetition': send({ 'x-retry': { idempotent: ['coin'] } }),
    'another style of a list': list({ parameters: [{ ...ids, explode: true }, page] }),
  }),
  ...of('limit tightened', 'breaking', {
    'fewer ids in a call': list({ 'x-batch': { maximum: 50 } }),
    'a lower limit': list({ 'x-limit': [{ ...limit, value: 50 }] }),
    'a tighter parameter': list({ parameters: [{ ...ids, schema: { type: 'array', maxItems: 50 } }, page] }),
  }),
  ...of('limit loosened', 'compatible', { 'more ids in a call': list({ 'x-batch': { maximum: 200 } }) }),
  ...of('limit added', 'breaking', { 'a new limit': send({ 'x-limit': [limit] }) }),
  ...of('limit removed', 'compatible', { 'a limit that goes': list({ 'x-limit': [] }) }),
  ...of('retry weakened', 'breaking', {
    'a safe call that is none': list({ 'x-retry': 'never' }),
    'a call that is no longer idempotent': send({ 'x-retry': 'never' }),
  }),
  ...of('retry strengthened', 'compatible', { 'a call that becomes safe': send({ 'x-retry': 'safe' }) }),
  ...of('answer added', 'compatible', {
    'a new status': list({ responses: { 202: { description: 'Later.' } } }),
  }),
  ...of('answer removed', 'breaking', { 'a status that goes': list({ responses: { '4XX': null } }) }),
  ...of('media type added', 'compatible', {
    'a new media type': send({ requestBody: { content: { 'text/csv': form } } }),
  }),
  ...of('media type removed', 'breaking', {
    'a media type that goes': send({ requestBody: { content: { 'application/json': null } } }),
  }),
  ...of('server added', 'compatible', {
    'a new server': { servers: [address('{base}', 'https://base.example'), { url: 'https://more.example' }] },
  }),
  ...of('server removed', 'breaking', { 'a server that goes': { servers: [] } }),
  ...of('part added', 'compatible', { 'a new table of codes': { 'x-codes': { v1: { codes: [wrong] } } } }),
  ...of('part removed', 'breaking', {
    'a scheme of security that goes': { components: { securitySchemes: { Key: null } } },
  }),
  ...of('code added', 'compatible', {
    'a new known code': {
      'x-codes': { v2: { codes: [wrong, { code: '2', meaning: 'Late', source: 'documented' }] } },
    },
  }),
  ...of('code removed', 'breaking', { 'a code that goes': { 'x-codes': { v2: { codes: [] } } } }),
  ...of('meaning changed', 'breaking', {
    'another meaning of a code': { 'x-codes': { v2: { codes: [{ ...wrong, meaning: 'Late' }] } } },
  }),
  ...of('type added', 'compatible', {
    'a new type': { components: { schemas: { Phone: { type: 'string' } } } },
  }),
  ...of('type removed', 'breaking', { 'a type that goes': { components: { schemas: { Heard: null } } } }),
  ...of('personal mark removed', 'breaking', {
    'a type that is no longer personal': { components: { schemas: { Mail: { 'x-personal': null } } } },
  }),
  ...of('keyword unknown', 'breaking', {
    'webhooks, without a rule': { webhooks: {} },
    'a list that becomes a text': send({ 'x-limit': 'none' }),
    'a keyword of a call without a rule': list({ callbacks: {} }),
    'a keyword of a path without a rule': { paths: { '/list': { 'x-new': 1 } } },
    'headers of an answer, without a rule': list({ responses: { 200: { headers: {} } } }),
  }),
  ...of('words changed', 'wording', {
    'another summary': list({ summary: 'All things' }),
    'another version of the contract': { info: { version: '0.2.0' } },
    'another contact': { info: { contact: { name: 'Team' } } },
    'a link to another call': list({ responses: { 200: { links: { next: { operationId: 'list' } } } } }),
    'another text of a tag': { tags: [{ name: 'Things', description: 'Each thing.' }] },
    'another example': { components: { examples: { one: { value: { id: 2 } } } } },
  }),
  ...of('order changed', 'wording', { 'parameters in another order': list({ parameters: [page, ids] }) }),
]
