import { base, type Break, createBreaks, withdrawal } from './break.ts'

/** Breaks of marks of open points. */
export const marks: readonly Break[] = createBreaks('custody/open-point', base, {
  'two open points of one name': {
    file: withdrawal,
    replace: 'type: object\n',
    by: 'type: object\nx-open-point:\n  - { id: rate-limits, what: Something else., source: open }\n',
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
  'an open point with a setting that changes nothing': {
    replace: '    source: open\n',
    by: '    source: open\n    setting: time\n',
    says: /^Remove setting from rate-limits, or name another source/,
  },
  'a mark without what is assumed': {
    replace: "    assumed: '0'\n",
    by: '',
    says: /^Give the open point first-cursor the field assumed, or the source open/,
    line: '- id: first-cursor',
  },
  'a mark without a setting': {
    replace: '    setting: cursor.first\n',
    by: '',
    says: /^Give the open point first-cursor the field setting, or the source open/,
    line: '- id: first-cursor',
  },
  'a setting without another value for it': {
    replace: '    other: "\'482913\'"\n',
    by: '',
    says: /^Give the open point first-cursor the field other, or the source open/,
    line: '- id: first-cursor',
  },
  'another value where there is no setting': {
    replace: 'setting: cursor.first',
    by: 'setting: none',
    says: /^Remove other from first-cursor: without a setting there is no other value/,
    line: 'other: "\'482913\'"',
  },
  'a mark with a setting that no profile has': {
    replace: 'setting: cursor.first',
    by: 'setting: cursors.first',
    says: /^Start the setting of first-cursor with cursor, not with cursors; the list is in tools\/redocly\/rules\/marks\.ts/,
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
