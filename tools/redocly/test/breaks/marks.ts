import { base, type Break, breaksOf, withdrawal } from './break.ts'

/** Breaks of marks of open points. */
export const marks: readonly Break[] = breaksOf('custody/open-point', base, {
  'two open points of one name': {
    file: withdrawal,
    replace: 'type: object\n',
    by: 'type: object\nx-not-shown:\n  - { id: rate-limits, what: Something else., source: open }\n',
    says: /^Give this open point another id: Withdrawal\.yaml has one named rate-limits/,
    line: '- id: rate-limits',
    pointsTo: base,
  },
  'an open point whose id is not in kebab case': {
    replace: 'id: rate-limits',
    by: 'id: rateLimits',
    says: /^Write the id of the open point rateLimits in kebab case/,
  },
  'an open point that assumes something after all': {
    replace: '    source: open\n',
    by: '    source: open\n    assumed: Nothing.\n',
    says: /^Remove assumed from rate-limits, or name another source/,
  },
  'an open point with a knob that changes nothing': {
    replace: '    source: open\n',
    by: '    source: open\n    knob: time\n',
    says: /^Remove knob from rate-limits, or name another source/,
  },
  'a mark without what is assumed': {
    replace: "    assumed: '0'\n",
    by: '',
    says: /^Give the open point first-cursor the member assumed, or the source open/,
    line: '- id: first-cursor',
  },
  'a mark without a knob': {
    replace: '    knob: cursor.first\n',
    by: '',
    says: /^Give the open point first-cursor the member knob, or the source open/,
    line: '- id: first-cursor',
  },
  'a knob without another value for it': {
    replace: '    other: "\'482913\'"\n',
    by: '',
    says: /^Give the open point first-cursor the member other, or the source open/,
    line: '- id: first-cursor',
  },
  'another value where there is no knob': {
    replace: 'knob: cursor.first',
    by: 'knob: none',
    says: /^Remove other from first-cursor: without a knob there is no other value/,
    line: 'other: "\'482913\'"',
  },
  'a mark with a knob that no profile has': {
    replace: 'knob: cursor.first',
    by: 'knob: cursors.first',
    says: /^Start the knob of first-cursor with cursor, not with cursors; the list is in tools\/redocly\/rules\/marks\.ts/,
  },
  'an open point that does not end its sentence': {
    replace: 'what: Which cursor a sync begins with.',
    by: 'what: Which cursor a sync begins with',
    says: /^End "Which cursor a sync begins with" with a full stop/,
  },
  'an assumption of one suite that does not end its sentence': {
    replace: 'classic: Either is accepted.',
    by: 'classic: Either is accepted',
    says: /^End "Either is accepted" with a full stop, or write a bare value/,
  },
})
