import type { Example, Operation } from '../document.ts'
import type { Draft, Rule, RuleContext } from '../model.ts'
import { answerOf, called, exampleNamed } from './operations.ts'
import { reporter } from './places.ts'

/** Every operation shows a failure that comes with status 200, and has an answer for calls that never arrived. */
export const failureAnswer: Rule = () => {
  const report = reporter()
  return {
    Operation: (operation, context) => {
      checkTransport(operation, context)
      const failure = exampleNamed('failure', answerOf(operation, context), context)
      if (!failure.node) reportMissing(operation, context)
      else if (succeeds(failure.node))
        report(context, {
          message: 'Give this example of a failure a code other than 0.',
          location: failure.location.child(['value', 'code']),
        })
    },
  }
}

function checkTransport(operation: Draft<Operation>, context: RuleContext): void {
  if (Object.keys(operation.responses ?? {}).some((status) => /^4(XX|\d\d)$/.test(status))) return
  context.report({
    message: `Give ${called(operation)} a 4XX answer, for calls that fail before they reach the service.`,
    location: context.location.child('responses').key(),
  })
}

function reportMissing(operation: Draft<Operation>, context: RuleContext): void {
  context.report({
    message: `Give the 200 answer of ${called(operation)} an example named failure.`,
    location: context.location.child(['responses', '200']).key(),
  })
}

// A missing code is no failure either.
const succeeds = ({ value }: Draft<Example>): boolean => ['undefined', '0'].includes(String(codeIn(value)))

function codeIn(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'code' in value ? value.code : undefined
}
