// v1 answers in the plain view: `{code, msg, data}` with `data` opened, or a failure without it.
import {
  type Envelope,
  type Json,
  nameOf,
  type Operation,
  operationsOf,
  type Response,
  type Schema,
} from '../document.ts'
import type { Context } from './context.ts'
import { mapExamples, membersOf } from './examples.ts'

type Content = Envelope['response']

const schemaAt = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })

function answerName(response: Content): string {
  if (response === undefined || response === 'none') return 'EmptyAnswer'
  if (!response.schema.$ref) throw new TypeError('The response of an x-envelope refers to a named schema.')
  return `${nameOf(response.schema.$ref)}Answer`
}

/** Named schemas of the v1 answers, made from what their `data` opens to. */
export function answerSchemas({ document }: Context): Readonly<Record<string, Schema>> {
  const responses = operationsOf(document)
    .filter(({ operation }) => operation['x-family'] === 'v1')
    .map(({ operation }) => operation['x-envelope']?.response)
  return Object.fromEntries(responses.map((response) => [answerName(response), answerSchema(response)]))
}

function answerSchema(response: Content): Schema {
  const data = response === undefined || response === 'none' ? undefined : response.schema
  const success: Schema = {
    title: 'Success',
    description: 'Call that succeeded.',
    type: 'object',
    required: ['code', 'msg', ...(data ? ['data'] : [])],
    properties: { code: schemaAt('SuccessNumber'), msg: schemaAt('Message'), ...(data && { data }) },
  }
  const description = `${data ? 'Opened content' : 'Success without content'}, or a failure.`
  return { title: answerTitle(response), description, anyOf: [success, schemaAt('V1Failure')] }
}

const answerTitle = (response: Content): string =>
  answerName(response)
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .replaceAll(/ [A-Z]/g, (letter) => letter.toLowerCase())

/** The answer of a v1 operation, opened. */
export function answerOf(operation: Operation, response: Content, context: Context): Response {
  const examples = { ...successes(response, context), ...failure(operation, context) }
  const content = { 'application/json': { schema: schemaAt(answerName(response)), examples } }
  return { description: 'Answer with its content opened, or a failure with a non-zero code.', content }
}

function successes(response: Content, context: Context) {
  const success = { code: 0, msg: 'success' }
  if (response === undefined || response === 'none')
    return { typical: { summary: 'The call succeeded; there is no content', value: success } }
  return mapExamples(response.examples ?? {}, context, (data) => ({ ...success, data }))
}

function failure(operation: Operation, context: Context) {
  const sealed = context.resolve<Response>(operation.responses['200'] ?? { description: '' })
  const { failure: example } = sealed.content?.['application/json']?.examples ?? {}
  if (!example) throw new TypeError(`${operation.operationId} needs an example named failure.`)
  return mapExamples({ failure: example }, context, withoutSeal)
}

function withoutSeal(value: Json): Json {
  const { data: _data, sign: _sign, ...rest } = membersOf(value)
  return rest
}
