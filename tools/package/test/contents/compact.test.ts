import { describe, expect, test } from 'vitest'

import { compactDeclarations, compactModule } from '../../contents/compact.ts'

describe('a built module', () => {
  test('keeps what it does and what others read in it, and loses its comments', () => {
    const text = [
      '#!/usr/bin/env node',
      '// Why.',
      'export function f(a) {',
      '    /** What. */',
      '    return a ? /* @__PURE__ */ new Set([`',
      '    // a text`]) : "/* a text */"; // why',
      '}',
    ]
    expect(compactModule('a.js', `${text.join('\n')}\n`).split('\n')).toEqual([
      '#!/usr/bin/env node',
      'export function f(a) {',
      '\treturn a ? /* @__PURE__ */ new Set([`',
      '    // a text`]) : "/* a text */";',
      '}',
      '',
    ])
  })

  test('keeps the comments of its declarations', () => {
    const text =
      'export interface Lamp {\n    /**\n     * How bright.\n     */\n    readonly watt: number;\n}\n'
    const slim = 'export interface Lamp {\n\t/**\n\t * How bright.\n\t */\n\treadonly watt: number;\n}\n'
    expect(compactDeclarations('a.d.ts', text)).toBe(slim)
    expect(compactDeclarations('a.d.ts', slim)).toBe(slim)
  })
})
