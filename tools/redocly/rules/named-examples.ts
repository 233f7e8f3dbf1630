import type { MediaType, Operation } from '../document.ts'
import type { Draft, Rule, RuleContext } from '../model.ts'
import { answerOf, called, exampleNamed, familyOf, holdsList } from './operations.ts'
import type { Found } from './places.ts'

/** Requests and answers show the ordinary case, and lists the empty one, under names that tests rely on. */
export const namedExamples: Rule = () => ({ Operation: check })

function check(operation: Draft<Operation>, context: RuleContext): void {
  const request = requestOf(operation, context)
  const success = successOf(operation, context)
  const name = called(operation)
  if (request.node) demand('typical', request, `request of ${name}`, context)
  if (!success) return
  demand('typical', success, `answer of ${name}`, context)
  if (holdsList(success, context)) demand('empty', success, `answer of ${name}, which is a list,`, context)
}

function requestOf(operation: Draft<Operation>, { location }: RuleContext): Found<MediaType> {
  const node = operation['x-envelope']?.request
  return { node, location: location.child(['x-envelope', 'request']) }
}

// The answer of a v1 operation is sealed, so its examples stand in the envelope. The views have no envelopes.
function successOf(operation: Draft<Operation>, context: RuleContext): Found<MediaType> | undefined {
  const envelope = operation['x-envelope']
  if (!envelope || familyOf(operation) !== 'v1') return answerOf(operation, context)
  const location = context.location.child(['x-envelope', 'response'])
  return typeof envelope.response === 'object' ? { node: envelope.response, location } : undefined
}

function demand(example: string, content: Found<MediaType>, whose: string, context: RuleContext): void {
  if (exampleNamed(example, content, context).node) return
  context.report({
    message: `Give the ${whose} an example named ${example}.`,
    location: content.location.child('examples').key(),
  })
}
