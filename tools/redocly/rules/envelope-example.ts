import type { Example, MediaType, Operation } from '../document.ts'
import type { Draft, Rule, RuleContext } from '../model.ts'
import { misfits } from './misfits.ts'
import { called } from './operations.ts'
import { follow, followSchema } from './places.ts'

/** Examples in envelopes fit their schemas; Redocly checks those of bodies, answers and parameters alone. */
export const envelopeExample: Rule = () => ({
  Operation: (operation, context) => {
    for (const side of ['request', 'response'] as const) checkSide(side, operation, context)
  },
})

function checkSide(side: 'request' | 'response', operation: Draft<Operation>, context: RuleContext): void {
  const content: Draft<MediaType> | 'none' | undefined = operation['x-envelope']?.[side]
  if (typeof content !== 'object') return
  const place = context.location.child(['x-envelope', side])
  const schema = followSchema(content.schema, place.child('schema'), context)
  for (const [name, example] of Object.entries(content.examples ?? {})) {
    const found = follow<Example>(example, place.child(['examples', name]), context)
    if (!found.node) continue
    for (const { path, must } of misfits(found.node.value, schema, [], context))
      context.report({
        message: `Let the example ${name} of ${called(operation)} fit its schema: ${path.join('.') || 'it'} must ${must}.`,
        location: found.location.child(['value', ...path]),
      })
  }
}
