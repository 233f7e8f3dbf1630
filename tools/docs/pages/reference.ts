import type { Contract } from '../contract.ts'
import { html } from '../html.ts'
import { type Page, joinParagraphs, formatTable } from '../page.ts'
import { formatSchemas } from './schemas.ts'

const views = {
  plain: {
    path: 'reference',
    title: 'Plain view',
    about: 'All calls in plain JSON, without encryption and signatures.',
  },
  wire: {
    path: 'wire',
    title: 'Wire view',
    about: 'All calls as sent over HTTP, with encryption, signatures and envelopes.',
  },
} as const

export function createReferencePage(view: 'plain' | 'wire', { calls, [view]: document }: Contract): Page {
  const { path, title, about } = views[view]
  const other = view === 'plain' ? views.wire : views.plain
  return {
    path,
    title: `Reference: ${title.toLowerCase()}`,
    summary: about,
    section: 'Reference',
    layout: 'reference',
    scripts: [`assets/${view}-description.js`, 'assets/redoc.js', 'assets/reference.js'],
    body: html`<div id="redoc" data-json="openapi/${view}.json" data-yaml="openapi/${view}.yaml">
      <noscript
        ><p>The reference needs JavaScript. <a href="calls.html">Calls with samples</a> works without it.</p></noscript
      >
    </div>`,
    markdown: joinParagraphs(
      `# Reference: ${title.toLowerCase()}`,
      about,
      `Download this view as [JSON](openapi/${view}.json) or [YAML](openapi/${view}.yaml). See also the [${other.title.toLowerCase()}](${other.path}.md).`,
      formatTable(
        ['Call', 'What it does'],
        calls.map(({ id, facts }) => [`[${facts.method} ${facts.path}](calls/${id}.md)`, facts.summary]),
      ),
      formatSchemas(document),
    ),
  }
}

export const createDownloadsPage = (): Page => ({
  path: 'downloads',
  title: 'Downloads',
  summary: 'All OpenAPI documents as JSON and YAML, and all pages as Markdown.',
  section: 'More',
  markdown: joinParagraphs(
    '# Downloads',
    'Download both views of the contract and the control calls of the sandbox. Each is one complete OpenAPI 3.1 file. The package `@custody-wallet/types` also contains both views.',
    formatTable(
      ['Document', 'For', 'JSON', 'YAML'],
      [
        [
          'Plain',
          'reading, types, mocks and your own screens',
          '[plain.json](openapi/plain.json)',
          '[plain.yaml](openapi/plain.yaml)',
        ],
        ['Wire', 'building or testing a codec', '[wire.json](openapi/wire.json)', '[wire.yaml](openapi/wire.yaml)'],
        [
          'Control',
          'controlling the chain, the clock and the records of the [sandbox](sandbox.md#control)',
          '[control.json](openapi/control.json)',
          '[control.yaml](openapi/control.yaml)',
        ],
      ],
    ),
    'Every page of this site is also available as Markdown: replace `.html` in its address with `.md`. [llms.txt](llms.txt) lists all pages, and [llms-full.txt](llms-full.txt) contains them.',
  ),
})
