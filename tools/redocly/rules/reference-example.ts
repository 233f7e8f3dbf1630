import type { Rule } from '../model.ts'
import { misfits } from './misfits.ts'
import { followSchema } from './places.ts'

/** Examples beside a `$ref` fit the schema that it leads to; Redocly checks those of whole schemas alone. */
export const referenceExample: Rule = () => ({
  ref: {
    enter: (schema, context) => {
      if (!Array.isArray(schema.examples)) return
      const target = followSchema(schema, context.location, context)
      const faults = schema.examples.flatMap((value, index) => misfits(value, target, [index], context))
      for (const { path, must } of faults)
        context.report({
          message: `Let this example fit the schema that the $ref beside it leads to: it must ${must}.`,
          location: context.location.child(['examples', ...path]),
        })
    },
  },
})
