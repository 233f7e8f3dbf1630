import { nameOf, type Operation } from '../redocly/document.ts'

/** Name of the schema of an operation's parameters, or `NoParameters`. */
export function parametersName(operation: Operation): string {
  const { $ref } =
    operation['x-parameters'] ?? operation.requestBody?.content['application/json']?.schema ?? {}
  return $ref ? nameOf($ref) : 'NoParameters'
}

/** Name of the schema of an operation's answer. */
export function answerName(operation: Operation): string {
  const answer = operation.responses['200']
  const content = answer && 'content' in answer ? answer.content : undefined
  const { $ref } = content?.['application/json']?.schema ?? {}
  if (!$ref) throw new TypeError(`The answer of ${operation.operationId} refers to a named schema.`)
  return nameOf($ref)
}
