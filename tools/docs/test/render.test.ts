import { runInNewContext } from 'node:vm'

import { describe, expect, test } from 'vitest'

import { html, markup } from '../html.ts'
import { redocScript } from '../output/redoc.ts'
import { table, tabs } from '../page.ts'
import { highlighted, rendered, slugOf, twinOf } from '../render/markdown.ts'
import { quoted, shellWord } from '../samples/samples.ts'

describe('a template', () => {
  test('escapes texts, in lists as well, and takes markup as it is', () => {
    expect(String(html`<p title="${'"'}">${['<b>', markup('<i>'), false, undefined]}</p>`)).toBe(
      '<p title="&quot;">&lt;b&gt;<i></p>',
    )
  })
})

describe('Markdown', () => {
  test('gives two headings of one name ids of their own', () => {
    const { headings } = rendered({ path: 'x', markdown: '# T\n\n## A\n\n## A\n' })
    expect(headings.map(({ id }) => id)).toEqual(['a', 'a-1'])
  })

  test('leads from page to page, and leaves other addresses alone', () => {
    const { body } = rendered({ path: 'x', markdown: '[a](./b.md#c) [d](https://e.example/f.md)' })
    expect(String(body)).toContain('href="./b.html#c"')
    expect(String(body)).toContain('href="https://e.example/f.md"')
  })

  test('refuses a page that asks for a picture it does not have', () => {
    expect(() => rendered({ path: 'x', markdown: '![a](figure:b)' })).toThrow('x has no picture')
  })

  test('places a part as HTML, and as its own Markdown in the twin', () => {
    const page = {
      path: 'x',
      markdown: '# T\n\n<!-- part: a -->\n',
      parts: { a: { html: html`<hr />`, markdown: '- b' } },
    }
    expect(String(rendered(page).body)).toContain('<hr />')
    expect(twinOf(page)).toBe('# T\n\n- b\n')
  })

  test('keeps blank lines of code in the twin', () => {
    const markdown = '# T\n\n```python\na\n\n\nb\n```\n'
    expect(twinOf({ markdown })).toBe(markdown)
  })

  test('refuses a page that asks for a part it does not have', () => {
    expect(() => rendered({ path: 'x', markdown: '<!-- part: a -->\n' })).toThrow('x has no part a')
  })

  test('keeps tabs together, which are plain headings without a script', () => {
    const markdown = `# T\n\n${tabs('samples', '### A\n\na', '### B\n\nb')}\n\nc\n`
    const text = String(rendered({ path: 'x', markdown }).body).replaceAll('\n', '')
    expect(text).toMatch(/<div class="tabs" data-name="samples"><h3 id="a">.*<p>b<\/p><\/div><p>c<\/p>/)
    expect(rendered({ path: 'x', markdown }).headings.map(({ tab }) => tab)).toEqual([true, true])
    expect(twinOf({ markdown })).toBe('# T\n\n### A\n\na\n\n### B\n\nb\n\nc\n')
  })

  test('tells a picture in words where there are none', () => {
    expect(twinOf({ markdown: '![Two boxes](figure:b)' })).toBe('*Picture: Two boxes*')
  })

  test('gives rows ids of their heading and first cell, where a page asks for it', () => {
    const markdown = `# T\n\n${table(['a'], [['x']])}\n\n## v2\n\n${table(['a'], [['`100005`']])}\n`
    const ids = (page: { rows?: true }) =>
      [...String(rendered({ path: 'x', markdown, ...page }).body).matchAll(/<tr id="([^"]*)"/g)].map(
        ([, id]) => id,
      )
    expect(ids({ rows: true })).toEqual(['v2-100005'])
    expect(ids({})).toEqual([])
  })

  test('keeps bars and line breaks in a cell', () => {
    expect(table(['a'], [['b | c\nd']])).toBe('| a |\n| --- |\n| b \\| c d |')
  })

  test('makes ids as others do, so that links of the guides hold there too', () => {
    expect(slugOf('What a v1 `signature` covers?')).toBe('what-a-v1-signature-covers')
  })
})

test.each([
  ['ts', `const a = '<b>' // c`],
  ['sh', `curl 'a' | npx @custody-wallet/mock open b`],
  ['json', '{"a": "b", "c": true}'],
  ['http', 'GET <a>'],
  ['python', `def a(b): return '#' + "it's"  # <c>`],
  ['java', `return '"' + "// <a>"; /* new\n */ // b`],
  ['go', 'var a = "\\"" + `<b>` // func'],
  ['php', `return $this->a('it\\'s'); // <b>`],
])('colours of %s change no sign of the code', (language, code) => {
  const text = String(highlighted(code, language)).replaceAll(/<[^>]+>/g, '')
  expect(text).toBe(String(html`${code}`))
})

test.each(["it's", 'a"b', 'back\\slash', 'line\nbreak'])('the literal of %j is that text', (text) => {
  expect(runInNewContext(quoted(text))).toBe(text)
})

test('a word of a shell is quoted where it has to be', () => {
  expect([shellWord('a=b/c@d'), shellWord('a b'), shellWord("it's"), shellWord('')]).toEqual([
    'a=b/c@d',
    `'a b'`,
    `'it'\\''s'`,
    `''`,
  ])
})

test('a Redoc that asks for something else than we know is refused', () => {
  expect(() => redocScript('export{RedocStandalone,hydrate,init};')).toThrow('Redoc has changed')
})
