import type { Rule } from '../model.ts'
import { propertiesOf } from './places.ts'

const personal = new Set(['email', 'mobile', 'nickname'])

/** What tells who a user is carries the mark that keeps it out of logs. */
export const personalMember: Rule = () => ({
  Schema: (schema, context) => {
    const members = propertiesOf({ node: schema, location: context.location }, context)
    for (const { name, written, schema: field } of members)
      if (personal.has(name) && !field.node['x-personal'])
        context.report({
          message: `Let ${name} refer to a field schema that is marked x-personal.`,
          location: written.key(),
        })
  },
})
