import { stringify } from 'yaml'

import type { Document, Schema } from '../../redocly/document.ts'
import { fenced } from '../page.ts'

/** Every schema of a document, for the Markdown of the reference. */
export const schemasOf = ({ components: { schemas } }: Document): string =>
  [
    '## Schemas',
    'A reference `#/components/schemas/NAME` leads to the schema with this name.',
    ...Object.entries(schemas).map(schemaSection),
  ].join('\n\n')

const schemaSection = ([name, { description, ...schema }]: readonly [string, Schema]): string =>
  [
    `### ${name}`,
    description,
    fenced('yaml', stringify(schema, { lineWidth: 0, aliasDuplicateObjects: false })),
  ]
    .filter(Boolean)
    .join('\n\n')
