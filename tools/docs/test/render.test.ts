import { runInNewContext } from 'node:vm'

import { describe, expect, test } from 'vitest'

import { html, createMarkup } from '../html.ts'
import { createRedocScript } from '../output/redoc.ts'
import { formatTable, formatTabs } from '../page.ts'
import { highlightCode, renderMarkdown, createSlug, createMarkdownTwin } from '../render/markdown.ts'
import { quoteShellWord } from '../samples/samples.ts'
import { quoteText } from '../samples/typescript.ts'

describe('a template', () => {
  test('escapes text, also in lists, but not markup', () => {
    expect(String(html`<p title="${'"'}">${['<b>', createMarkup('<i>'), false, undefined]}</p>`)).toBe(
      '<p title="&quot;">&lt;b&gt;<i></p>',
    )
  })
})

describe('Markdown', () => {
  test('gives two headings with the same name different ids', () => {
    const { headings } = renderMarkdown({ path: 'x', markdown: '# T\n\n## A\n\n## A\n' })
    expect(headings.map(({ id }) => id)).toEqual(['a', 'a-1'])
  })

  test('converts links between pages, but not other links', () => {
    const { body } = renderMarkdown({ path: 'x', markdown: '[a](./b.md#c) [d](https://e.example/f.md)' })
    expect(String(body)).toContain('href="./b.html#c"')
    expect(String(body)).toContain('href="https://e.example/f.md"')
  })

  test('rejects a page with an unknown diagram', () => {
    expect(() => renderMarkdown({ path: 'x', markdown: '![a](figure:b)' })).toThrow('x has no picture')
  })

  test('includes a part as HTML, and as Markdown in the Markdown version', () => {
    const page = {
      path: 'x',
      markdown: '# T\n\n<!-- part: a -->\n',
      parts: { a: { html: html`<hr />`, markdown: '- b' } },
    }
    expect(String(renderMarkdown(page).body)).toContain('<hr />')
    expect(createMarkdownTwin(page)).toBe('# T\n\n- b\n')
  })

  test('keeps blank lines of code in the Markdown version', () => {
    const markdown = '# T\n\n```python\na\n\n\nb\n```\n'
    expect(createMarkdownTwin({ markdown })).toBe(markdown)
  })

  test('rejects a page with an unknown part', () => {
    expect(() => renderMarkdown({ path: 'x', markdown: '<!-- part: a -->\n' })).toThrow('x has no part a')
  })

  test('groups tabs, which are plain headings without a script', () => {
    const markdown = `# T\n\n${formatTabs('samples', '### A\n\na', '### B\n\nb')}\n\nc\n`
    const text = String(renderMarkdown({ path: 'x', markdown }).body).replaceAll('\n', '')
    expect(text).toMatch(/<div class="tabs" data-name="samples"><h3 id="a">.*<p>b<\/p><\/div><p>c<\/p>/)
    expect(renderMarkdown({ path: 'x', markdown }).headings.map(({ tab }) => tab)).toEqual([true, true])
    expect(createMarkdownTwin({ markdown })).toBe('# T\n\n### A\n\na\n\n### B\n\nb\n\nc\n')
  })

  test('replaces a diagram with its description in the Markdown version', () => {
    expect(createMarkdownTwin({ markdown: '![Two boxes](figure:b)' })).toBe('*Picture: Two boxes*')
  })

  test('gives rows ids from their heading and first cell, if the page sets hasRowIds', () => {
    const markdown = `# T\n\n${formatTable(['a'], [['x']])}\n\n## v2\n\n${formatTable(['a'], [['`100005`']])}\n`
    const listIds = (page: { hasRowIds?: true }) =>
      [...String(renderMarkdown({ path: 'x', markdown, ...page }).body).matchAll(/<tr id="([^"]*)"/g)].map(
        ([, id]) => id,
      )
    expect(listIds({ hasRowIds: true })).toEqual(['v2-100005'])
    expect(listIds({})).toEqual([])
  })

  test('keeps bars and line breaks in a cell', () => {
    expect(formatTable(['a'], [['b | c\nd']])).toBe('| a |\n| --- |\n| b \\| c d |')
  })

  test('creates ids as GitHub does, so that links of the guides work in both', () => {
    expect(createSlug('What a v1 `signature` covers?')).toBe('what-a-v1-signature-covers')
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
])('colors of %s change no sign of the code', (language, code) => {
  const text = String(highlightCode(code, language)).replaceAll(/<[^>]+>/g, '')
  expect(text).toBe(String(html`${code}`))
})

test.each(["it's", 'a"b', 'back\\slash', 'line\nbreak'])('the literal of %j evaluates to that text', (text) => {
  expect(runInNewContext(quoteText(text))).toBe(text)
})

test('a shell word is quoted only if necessary', () => {
  expect([quoteShellWord('a=b/c@d'), quoteShellWord('a b'), quoteShellWord("it's"), quoteShellWord('')]).toEqual([
    'a=b/c@d',
    `'a b'`,
    `'it'\\''s'`,
    `''`,
  ])
})

test('a version of Redoc with unknown requests is rejected', () => {
  expect(() => createRedocScript('export{RedocStandalone,hydrate,init};')).toThrow('Redoc has changed')
})
