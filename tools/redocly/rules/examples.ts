import type { MediaType, Operation } from '../document.ts'
import type { Draft, Rule, RuleContext } from '../model.ts'
import { type FoundNode, getResponse, getId, findExample, findLists, createReporter, findSuccess } from './nodes.ts'

/** Every operation shows a failure with status 200. */
export const failureResponse: Rule = () => {
  const report = createReporter()
  return {
    Operation: (operation, context) => {
      const failure = findExample('failure', getResponse(operation, context), context)
      if (!failure.node)
        context.report({
          message: `Give the 200 response of ${getId(operation)} an example named failure.`,
          location: context.location.child(['responses', '200']).key(),
        })
      else if (['undefined', '0'].includes(String(getCode(failure.node.value))))
        report(context, {
          message: 'Give this failure example a code other than 0.',
          location: failure.location.child(['value', 'code']),
        })
    },
  }
}

function getCode(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'code' in value ? value.code : undefined
}

/** Requests and responses have an example `typical`, and lists `empty`: tests use these names. */
export const namedExamples: Rule = () => ({ Operation: checkNamed })

function checkNamed(operation: Draft<Operation>, context: RuleContext): void {
  const request = operation['x-envelope']?.request
  const success = findSuccess(operation, context)
  const name = getId(operation)
  if (request) {
    const location = context.location.child(['x-envelope', 'request'])
    requireExample('typical', { node: request, location }, `request of ${name}`, context)
  }
  if (!success) return
  requireExample('typical', success, `response of ${name}`, context)
  if (findLists(success, context).length > 0)
    requireExample('empty', success, `response of ${name}, which is a list,`, context)
}

function requireExample(example: string, content: FoundNode<MediaType>, whose: string, context: RuleContext): void {
  if (findExample(example, content, context).node) return
  context.report({
    message: `Give the ${whose} an example named ${example}.`,
    location: content.location.child('examples').key(),
  })
}

/** No examples beside a `$ref`: Redocly checks only those of the schema itself. */
export const referenceExample: Rule = () => ({
  ref: {
    enter: ({ examples }, { location, report }) => {
      if (examples === undefined) return
      report({
        message: 'Move the examples into the schema that the $ref leads to: Redocly does not check them here.',
        location: location.child('examples').key(),
      })
    },
  },
})
