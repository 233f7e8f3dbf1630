import { responseFile, type Break, createBreaks, fields, lookup, notification, pages, withdrawal } from './break.ts'

/** Breaks of schemas and their properties. */
export const schemas: readonly Break[] = [
  ...createBreaks('custody/described-property', responseFile, {
    'a property without a description': {
      replace: '    description: Text for people.\n',
      by: '',
      says: /^Give the property msg a description/,
      line: 'msg:',
    },
    'a property without an example, even where it refers to': {
      file: fields,
      replace: "  x-format: decimal\n  examples: ['0.015']\n",
      by: '  x-format: decimal\n',
      says: /^Give the property amount an example, here or in the file that it refers to/,
      line: 'amount:',
      pointsTo: withdrawal,
      besides: ['custody/described-property'],
    },
    'a property without a format': {
      replace: '    x-format: text\n',
      by: '',
      says: /^Give the property msg a format/,
      line: 'msg:',
    },
    'an alternative of a property without a format': {
      replace: '{ type: integer, format: int64, minimum',
      by: '{ type: integer, minimum',
      says: /^Give the property code a format/,
      line: 'code:',
    },
    'a list whose items have no example': {
      file: fields,
      replace: '  examples: [wd-1]\n',
      by: '',
      says: /^Give the property ids an example/,
      line: 'ids:',
      pointsTo: lookup,
      besides: Array<string>(3).fill('custody/described-property'),
    },
  }),
  ...createBreaks('custody/bounded-integer', fields, {
    'an integer without bounds': {
      replace: '  maximum: 9007199254740991\n',
      by: '',
      says: /^Give the integer a minimum and a maximum that a double represents exactly/,
      line: 'type: integer',
    },
  }),
  ...createBreaks('rule/standard-format', fields, {
    'a format that strict tools do not know': {
      replace: '  x-format: decimal\n',
      by: '  x-format: decimal\n  format: decimal\n',
      says: /^Write our own formats as x-format/,
    },
  }),
  ...createBreaks('custody/described-reference', withdrawal, {
    'a description beside a reference that is no sentence': {
      replace: 'description: Amount that was sent.',
      by: 'description: The amount that was sent.',
      says: /^Begin the description with a capital letter but no article, and end it with a full stop/,
    },
  }),
  ...createBreaks('custody/reference-example', pages, {
    'an example beside a reference, where nothing checks it': {
      replace: 'description: Identifier of this stake.\n',
      by: 'description: Identifier of this stake.\n      examples: [stake-1]\n',
      says: /^Move the examples into the schema that the \$ref leads to/,
    },
  }),
  ...createBreaks('custody/personal-field', fields, {
    'an e-mail address that is not marked as personal': {
      replace: '  x-personal: true\n',
      by: '',
      says: /^Let email refer to a field schema that is marked x-personal/,
      line: 'email: { $ref: ./fields.yaml#/Email }',
      pointsTo: lookup,
    },
  }),
  ...createBreaks('custody/wire-number', notification, {
    'a number on the wire that is no decimal': {
      replace: '    $ref: ./fields.yaml#/Decimal\n',
      by: '    $ref: ./fields.yaml#/Email\n',
      says: /^Let the \$ref beside x-wire-number lead to a schema with the x-format decimal or amount/,
    },
    'a number on the wire outside v1 calls': {
      file: withdrawal,
      replace: '    description: Amount that was sent.\n',
      by: '    description: Amount that was sent.\n    x-wire-number: true\n',
      says: /^Remove x-wire-number: no v1 envelope refers to it/,
    },
    'a schema that is a number on the wire wherever it is used': {
      file: fields,
      replace: '  x-format: decimal\n',
      by: '  x-format: decimal\n  x-wire-number: true\n',
      says: /^Move x-wire-number from the schema to its uses, beside a \$ref to a decimal/,
    },
  }),
]
