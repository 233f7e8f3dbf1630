import { base, type Break, fields, notification, v2 } from './break.ts'

/** Breaks of the names of extensions and of the places where they stand. */
export const extensions: readonly Break[] = [
  {
    breaks: 'a misspelt extension of a schema',
    file: fields,
    replace: '  examples: [wd-1]\n',
    by: '  examples: [wd-1]\n  x-know-values: []\n',
    rule: 'custody/known-extension',
    says: /^Write x-known-values instead of x-know-values, or describe x-know-values in tools/,
    line: 'x-know-values: []',
  },
  {
    breaks: 'a misspelt extension of the whole',
    file: base,
    replace: 'tags:\n',
    by: 'x-not-show: []\ntags:\n',
    rule: 'custody/known-extension',
    says: /^Write x-not-shown instead of x-not-show/,
    line: 'x-not-show: []',
  },
  {
    breaks: 'a misspelt extension of an operation',
    file: v2,
    replace: '  x-limit:\n',
    by: '  x-limits: []\n  x-limit:\n',
    rule: 'custody/known-extension',
    says: /^Write x-limit instead of x-limits/,
    line: 'x-limits: []',
  },
  {
    breaks: 'a misspelt extension beside a reference',
    file: notification,
    replace: '    x-wire-number: true\n',
    by: '    x-wire-number: true\n    x-wire-numbers: true\n',
    rule: 'custody/known-extension',
    says: /^Write x-wire-number instead of x-wire-numbers/,
    line: 'x-wire-numbers: true',
  },
  {
    breaks: 'an extension inside an extension',
    file: v2,
    replace: 'caps: ids',
    by: 'caps: ids, x-envelop: 1',
    rule: 'custody/known-extension',
    says: /^Write x-envelope instead of x-envelop/,
    line: "x-batch: { parameter: ids, maximum: 100, separator: ',', caps: ids, x-envelop: 1 }",
  },
  {
    breaks: 'an extension where it means nothing',
    file: base,
    replace: '  - name: Calls\n',
    by: '  - name: Calls\n    x-not-shown: []\n',
    rule: 'custody/known-extension',
    says: /^Move x-not-shown to a node that it belongs to: Root, Operation, Parameter, Response, SecurityScheme, Schema/,
    line: 'x-not-shown: []',
  },
]
