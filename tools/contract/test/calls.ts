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

const createCases = (kind: KindName, worst: Class, cases: Readonly<Record<string, Json>>): readonly Case[] =>
  Object.entries(cases).map(([what, patch]) => ({ what, patch, kind, class: worst }))

const patchList = (patch: Json): Json => ({ paths: { '/list': { get: patch } } })
const patchSend = (patch: Json): Json => ({ paths: { '/send': { post: patch } } })
const removeAt = (...steps: readonly string[]): Json =>
  steps.reduce<Json>((node, step) => (isRecord(node) ? (node[step] ?? {}) : {}), base)
const ids = { name: 'ids', in: 'query', required: true, schema: { type: 'array', maxItems: 100 } }
const page = { name: 'page', in: 'query', schema: { type: 'integer' } }
const form = { schema: { $ref: '#/components/schemas/Sent' } }
const limit = { rule: 'batch', value: 100, unit: 'ids', source: 'interface' }
const createServer = (url: string, base: string) => ({ url, variables: { base: { default: base } } })
const wrong = { code: '1', meaning: 'Wrong', source: 'documented' }

export const callCases: readonly Case[] = [
  ...createCases('call added', 'compatible', {
    'a new call': { paths: { '/more': { get: { operationId: 'more' } } } },
  }),
  ...createCases('call removed', 'breaking', { 'a call that goes': { paths: { '/list': null } } }),
  ...createCases('call renamed', 'breaking', { 'another id': patchList({ operationId: 'listThings' }) }),
  ...createCases('call moved', 'breaking', {
    'another path': { paths: { '/send': null, '/send2': removeAt('paths', '/send') } },
    'another method': { paths: { '/send': { post: null, put: removeAt('paths', '/send', 'post') } } },
  }),
  ...createCases('resource renamed', 'breaking', {
    'another name in the client': patchList({ 'x-resource': 'things.all' }),
  }),
  ...createCases('required field added', 'breaking', {
    'a new required parameter': patchList({
      parameters: [ids, page, { ...page, name: 'why', required: true }],
    }),
  }),
  ...createCases('optional field added', 'compatible', {
    'a new optional parameter': patchList({ parameters: [ids, page, { ...page, name: 'why' }] }),
  }),
  ...createCases('field removed', 'breaking', { 'a parameter that goes': patchList({ parameters: [ids] }) }),
  ...createCases('made required', 'breaking', {
    'a parameter that becomes required': patchList({ parameters: [ids, { ...page, required: true }] }),
  }),
  ...createCases('made optional', 'compatible', {
    'a parameter that becomes optional': patchList({ parameters: [{ ...ids, required: false }, page] }),
    'a body that becomes optional': patchSend({ requestBody: { required: false } }),
  }),
  ...createCases('parameter moved', 'breaking', {
    'a parameter in a header': patchList({ parameters: [ids, { ...page, in: 'header' }] }),
  }),
  ...createCases('setting changed', 'breaking', {
    'another separator of ids': patchList({ 'x-batch': { separator: ';' } }),
    'another size of a page': patchList({ 'x-cursor': { page: 50 } }),
    'a cursor that goes': patchList({ 'x-cursor': null }),
    'another family': patchList({ 'x-family': 'mpc' }),
    'another security': patchList({ security: [{ Key: [] }] }),
    'another default address': { servers: [createServer('{base}', 'https://other.example')] },
    'another unit of a limit': patchList({ 'x-limit': [{ ...limit, unit: 'bytes' }] }),
    'other fields of a safe repetition': patchSend({ 'x-retry': { idempotent: ['coin'] } }),
    'another style of a list': patchList({ parameters: [{ ...ids, explode: true }, page] }),
  }),
  ...createCases('limit tightened', 'breaking', {
    'fewer ids in a call': patchList({ 'x-batch': { maximum: 50 } }),
    'a lower limit': patchList({ 'x-limit': [{ ...limit, value: 50 }] }),
    'a tighter parameter': patchList({
      parameters: [{ ...ids, schema: { type: 'array', maxItems: 50 } }, page],
    }),
  }),
  ...createCases('limit loosened', 'compatible', {
    'more ids in a call': patchList({ 'x-batch': { maximum: 200 } }),
  }),
  ...createCases('limit added', 'breaking', { 'a new limit': patchSend({ 'x-limit': [limit] }) }),
  ...createCases('limit removed', 'compatible', { 'a limit that goes': patchList({ 'x-limit': [] }) }),
  ...createCases('retry weakened', 'breaking', {
    'a safe call that is none': patchList({ 'x-retry': 'never' }),
    'a call that is no longer idempotent': patchSend({ 'x-retry': 'never' }),
  }),
  ...createCases('retry strengthened', 'compatible', {
    'a call that becomes safe': patchSend({ 'x-retry': 'safe' }),
  }),
  ...createCases('response added', 'compatible', {
    'a new status': patchList({ responses: { 202: { description: 'Later.' } } }),
  }),
  ...createCases('response removed', 'breaking', {
    'a status that goes': patchList({ responses: { '4XX': null } }),
  }),
  ...createCases('media type added', 'compatible', {
    'a new media type': patchSend({ requestBody: { content: { 'text/csv': form } } }),
  }),
  ...createCases('media type removed', 'breaking', {
    'a media type that goes': patchSend({ requestBody: { content: { 'application/json': null } } }),
  }),
  ...createCases('server added', 'compatible', {
    'a new server': {
      servers: [createServer('{base}', 'https://base.example'), { url: 'https://more.example' }],
    },
  }),
  ...createCases('server removed', 'breaking', { 'a server that goes': { servers: [] } }),
  ...createCases('part added', 'compatible', {
    'a new table of codes': { 'x-codes': { v1: { codes: [wrong] } } },
  }),
  ...createCases('part removed', 'breaking', {
    'a scheme of security that goes': { components: { securitySchemes: { Key: null } } },
  }),
  ...createCases('code added', 'compatible', {
    'a new known code': {
      'x-codes': { v2: { codes: [wrong, { code: '2', meaning: 'Late', source: 'documented' }] } },
    },
  }),
  ...createCases('code removed', 'breaking', { 'a code that goes': { 'x-codes': { v2: { codes: [] } } } }),
  ...createCases('meaning changed', 'breaking', {
    'another meaning of a code': { 'x-codes': { v2: { codes: [{ ...wrong, meaning: 'Late' }] } } },
  }),
  ...createCases('type added', 'compatible', {
    'a new type': { components: { schemas: { Phone: { type: 'string' } } } },
  }),
  ...createCases('type removed', 'breaking', {
    'a type that goes': { components: { schemas: { Heard: null } } },
  }),
  ...createCases('personal mark removed', 'breaking', {
    'a type that is no longer personal': { components: { schemas: { Mail: { 'x-personal': null } } } },
  }),
  ...createCases('keyword unknown', 'breaking', {
    'webhooks, without a rule': { webhooks: {} },
    'a list that becomes a text': patchSend({ 'x-limit': 'none' }),
    'a keyword of a call without a rule': patchList({ callbacks: {} }),
    'a keyword of a path without a rule': { paths: { '/list': { 'x-new': 1 } } },
    'headers of a response, without a rule': patchList({ responses: { 200: { headers: {} } } }),
  }),
  ...createCases('words changed', 'wording', {
    'another summary': patchList({ summary: 'All things' }),
    'another version of the contract': { info: { version: '0.2.0' } },
    'another contact': { info: { contact: { name: 'Team' } } },
    'a link to another call': patchList({ responses: { 200: { links: { next: { operationId: 'list' } } } } }),
    'another text of a tag': { tags: [{ name: 'Things', description: 'Each thing.' }] },
    'another example': { components: { examples: { one: { value: { id: 2 } } } } },
  }),
  ...createCases('order changed', 'wording', {
    'parameters in another order': patchList({ parameters: [page, ids] }),
  }),
]
