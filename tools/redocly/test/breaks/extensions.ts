import { base, type Break, createBreaks, fields, notification, v2 } from './break.ts'

/** Breaks of the names and locations of extensions. */
export const extensions: readonly Break[] = createBreaks('custody/known-extension', base, {
  'a misspelt extension of a schema': {
    file: fields,
    replace: '  examples: [wd-1]\n',
    by: '  examples: [wd-1]\n  x-know-values: []\n',
    says: /^Write x-known-values instead of x-know-values, or describe x-know-values in tools/,
  },
  'a misspelt extension of the whole': {
    replace: 'tags:\n',
    by: 'x-open-poin: []\ntags:\n',
    says: /^Write x-open-point instead of x-open-poin/,
  },
  'a misspelt extension of an operation': {
    file: v2,
    replace: '  x-limit:\n',
    by: '  x-limits: []\n  x-limit:\n',
    says: /^Write x-limit instead of x-limits/,
  },
  'a misspelt extension beside a reference': {
    file: notification,
    replace: '    x-wire-number: true\n',
    by: '    x-wire-number: true\n    x-wire-numbers: true\n',
    says: /^Write x-wire-number instead of x-wire-numbers/,
  },
  'an extension inside an extension': {
    file: v2,
    replace: 'caps: ids',
    by: 'caps: ids, x-envelop: 1',
    says: /^Write x-envelope instead of x-envelop/,
  },
  'an extension where it means nothing': {
    replace: '  - name: Calls\n',
    by: '  - name: Calls\n    x-open-point: []\n',
    says: /^Move x-open-point to a node that it belongs to: Root, Operation, Parameter, Response, SecurityScheme, Schema/,
  },
})
