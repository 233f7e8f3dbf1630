import { stringify } from 'yaml'

import type { Document, Schema } from '../../redocly/document.ts'
import { formatCodeBlock } from '../page.ts'

/** Every schema of a document, for the Markdown of the reference. */
export const formatSchemas = ({ components: { schemas } }: Document): string =>
  [
    '## Schemas',
    'A reference `#/components/schemas/NAME` leads to the schema with this name.',
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
