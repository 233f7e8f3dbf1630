// Ajv in its strict mode: a keyword or a format that it does not know is an error.
import { Ajv2020 } from 'ajv/dist/2020.js'

import { type Document, findEveryUnder } from './documents.ts'

/** The fields that we add to schemas. */
const extensions = [
  'x-enum-varnames',
  'x-filled',
  'x-format',
  'x-known-values',
  'x-open-point',
  'x-personal',
  'x-wire-number',
]

/** The formats of the OpenAPI registry that the documents use, with their ranges. */
const formats: Readonly<Record<string, (value: number) => boolean>> = {
  int32: (value) => Number.isInteger(value) && Math.abs(value) < 2 ** 31,
  int64: (value) => Number.isInteger(value),
}

/** A strict reader of the schemas of a document, with references to the named ones. */
export interface Strict {
  readonly named: (name: string) => (value: unknown) => boolean
  readonly compile: (schema: object) => unknown
}

export function createStrict(document: Document): Strict {
  const ajv = new Ajv2020({ strict: true })
  ajv.addVocabulary(extensions)
  for (const [name, validate] of Object.entries(formats)) ajv.addFormat(name, { type: 'number', validate })
  for (const [$id, schema] of Object.entries(document.components.schemas))
    ajv.addSchema({ $id, ...indexByName(schema) })
  return {
    named: (name) => {
      const accepts = ajv.getSchema(name)
      if (!accepts) throw new TypeError(`There is no schema ${name}.`)
      return (value) => accepts(value) === true
    },
    compile: (schema) => ajv.compile(indexByName(schema)),
  }
}

// Ajv reads schemas and no whole documents, so each named schema is one of its own.
const indexByName = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', '"'))

/** All schemas that a document holds, named or not. */
export const listSchemas = (document: Document): readonly object[] =>
  [
    ...Object.values(document.components.schemas),
    ...['contentSchema', 'schema'].flatMap((holder) => findEveryUnder(document, holder)),
  ].filter((schema) => typeof schema === 'object' && schema !== null)
