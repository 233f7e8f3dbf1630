import type { MediaType, Operation } from '../document.ts'
import type { Draft, Rule, RuleContext } from '../model.ts'
import { called, exampleNamed, listsIn, successOf } from './operations.ts'
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
  if (listsIn(success, context).length > 0)
    demand('empty', success, `answer of ${name}, which is a list,`, context)
}

function requestOf(operation: Draft<Operation>, { location }: RuleContext): Found<MediaType> {
  const node = operation['x-envelope']?.request
  return { node, location: location.child(['x-envelope', 'request']) }
}

function demand(example: string, content: Found<MediaType>, whose: string, context: RuleContext): void {
  if (exampleNamed(example, content, context).node) return
  context.report({
    message: `Give the ${whose} an example named ${example}.`,
    location: content.location.child('examples').key(),
  })
}
