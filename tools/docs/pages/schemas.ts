import { stringify } from 'yaml'

import type { Document, Schema } from '../../redocly/document.ts'
import { formatCodeBlock } from '../page.ts'

export const formatSchemas = ({ components: { schemas } }: Document): string =>
  [
    '## Schemas',
    '`#/components/schemas/NAME` refers to the schema NAME.',
    ...Object.entries(schemas).map(formatSchema),
  ].join('\n\n')

const formatSchema = ([name, { description, ...schema }]: readonly [string, Schema]): string =>
  [
    `### ${name}`,
    description,
    formatCodeBlock('yaml', stringify(schema, { lineWidth: 0, aliasDuplicateObjects: false })),
  ]
    .filter(Boolean)
    .join('\n\n')
