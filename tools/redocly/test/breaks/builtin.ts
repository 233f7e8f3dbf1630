import { answer, base, type Break, token, v2 } from './break.ts'

/** Breaks that Redocly finds by itself, once it knows our extensions. */
export const builtin: readonly Break[] = [
  {
    breaks: 'a reference in an envelope that leads nowhere',
    file: v2,
    replace: '../schemas/WithdrawalLookup.yaml',
    by: '../schemas/WithdrawalSearch.yaml',
    rule: 'no-unresolved-refs',
    says: /^Can't resolve \$ref: ENOENT/,
    line: 'schema: { $ref: ../schemas/WithdrawalSearch.yaml }',
  },
  {
    breaks: 'a reference in a property that leads nowhere',
    file: answer,
    replace: '      - { type: integer, format: int32 }',
    by: '      - { $ref: ./fields.yaml#/Code }',
    rule: 'no-unresolved-refs',
    says: /^Can't resolve \$ref/,
    line: '- { $ref: ./fields.yaml#/Code }',
  },
  {
    breaks: 'an example of a plain answer that breaks its schema',
    file: token,
    replace: 'typical: { value: { code: 0, msg: success } }',
    by: 'typical: { value: { code: 0 } }',
    rule: 'no-invalid-media-type-examples',
    says: /must have required property 'msg'/,
    line: 'typical: { value: { code: 0 } }',
  },
  {
    breaks: 'an extension with a member of another name',
    file: v2,
    replace: "separator: ','",
    by: "seperator: ','",
    rule: 'struct',
    says: /^Property `seperator` is not expected here/,
    line: "x-batch: { parameter: ids, maximum: 100, seperator: ',', caps: ids }",
    besides: ['struct'],
  },
  {
    breaks: 'an extension with a value of another kind',
    file: base,
    replace: 'source: guess',
    by: 'source: rumour',
    rule: 'struct',
    says: /`source` can be one of the following only/,
    line: 'source: rumour',
  },
]
