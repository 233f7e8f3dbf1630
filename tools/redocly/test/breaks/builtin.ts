import { responseFile, base, type Break, createBreaks, fields, mpc, notification, token, v1, v2 } from './break.ts'

/** Breaks that Redocly finds once it knows our extensions. */
export const builtin: readonly Break[] = [
  ...createBreaks('no-unresolved-refs', v2, {
    'a reference in an envelope that leads nowhere': {
      replace: '../schemas/WithdrawalLookup.yaml',
      by: '../schemas/WithdrawalSearch.yaml',
      says: /^Can't resolve \$ref: ENOENT/,
      besides: ['no-invalid-media-type-examples'],
    },
    'a reference in a property that leads nowhere': {
      file: responseFile,
      replace: '      - { type: integer, format: int64, minimum: -9007199254740991, maximum: 9007199254740991 }',
      by: '      - { $ref: ./fields.yaml#/Code }',
      says: /^Can't resolve \$ref/,
    },
  }),
  ...createBreaks('no-invalid-media-type-examples', token, {
    'an example of a plain response that breaks its schema': {
      replace: 'typical: { value: { code: 0, msg: success } }',
      by: 'typical: { value: { code: 0 } }',
      says: /must have required property 'msg'/,
    },
  }),
  ...createBreaks('struct', v2, {
    'an extension with a field of another name': {
      replace: "separator: ','",
      by: "seperator: ','",
      says: /^Property `seperator` is not expected here/,
      besides: ['struct'],
    },
    'a batch whose ids are not joined with commas': {
      replace: "separator: ','",
      by: "separator: ';'",
      says: /^`separator` can be one of the following only: ","/,
    },
    'an extension with a value of another kind': {
      file: base,
      replace: 'source: guess',
      by: 'source: rumour',
      says: /`source` can be one of the following only/,
    },
  }),
  ...createBreaks('operation-tag-defined', mpc, {
    'an operation with a tag that nothing describes': {
      replace: 'tags: [Calls]',
      by: 'tags: [Call]',
      says: /^Operation tags should be defined in global tags/,
    },
  }),
  ...createBreaks('tags-alphabetical', base, {
    'tags out of order': {
      replace: '  - name: Calls\n',
      by: '  - name: Users\n    description: Users of the merchant.\n  - name: Calls\n',
      says: /alphabetical/,
    },
  }),
  ...createBreaks('operation-4xx-response', v1, {
    'an operation without a response for failed transport': {
      replace: '    4XX: ',
      by: '    5XX: ',
      says: /^Operation must have at least one `4XX` response/,
      line: 'responses:',
    },
  }),
  ...createBreaks('no-invalid-schema-examples', fields, {
    'a pattern that is no regular expression': {
      replace: '^[a-z0-9-]+$',
      by: '^[a-z0-9-+$',
      says: /Invalid regular expression/,
      line: 'title: Request id',
      besides: Array<string>(7).fill('no-invalid-media-type-examples'),
    },
  }),
  ...createBreaks('custody/retry', notification, {
    'a node that our rules cannot read, at the operation that leads there': {
      replace: 'required: [request_id, amount]',
      by: 'required: 2',
      says: /^Correct this node or its target: the rule can't read it/,
      line: 'post:',
      pointsTo: v1,
      besides: ['no-invalid-media-type-examples', 'struct'],
    },
  }),
]
