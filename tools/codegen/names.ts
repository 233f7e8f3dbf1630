import { nameOf, type Operation, type Response } from '../redocly/document.ts'

/** Name of the schema of an operation's parameters, or `NoParameters`. */
export function parametersName(operation: Operation): string {
  const { $ref } =
    operation['x-parameters'] ?? operation.requestBody?.content['application/json']?.schema ?? {}
  return $ref ? nameOf($ref) : 'NoParameters'
}

/** Name of the schema of an operation's answer. */
export function answerName(operation: Operation): string {
  const answer = operation.responses['200'] as Response
  const { $ref } = answer.content?.['application/json']?.schema ?? {}
  if (!$ref) throw new TypeError(`The answer of ${operation.operationId} refers to a named schema.`)
  return nameOf($ref)
}
