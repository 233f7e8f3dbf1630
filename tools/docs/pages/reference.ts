import type { Contract } from '../contract.ts'
import { html } from '../html.ts'
import { type Page, joinParagraphs, formatTable } from '../page.ts'
import { formatSchemas } from './schemas.ts'

const views = {
  plain: {
    path: 'reference',
    title: 'Plain view',
    about: 'For people and mocks: every call with its sealed content opened.',
  },
  wire: {
    path: 'wire',
    title: 'Wire view',
    about: 'What HTTP carries: sealed texts, signatures and envelopes around the same calls.',
  },
} as const

/** The reference of a view, with Redoc. */
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
        ><p>
          The reference needs a script. <a href="calls.html">Calls with samples</a> needs none.
        </p></noscript
      >
    </div>`,
    markdown: joinParagraphs(
      `# Reference: ${title.toLowerCase()}`,
      about,
      `The whole document: [JSON](openapi/${view}.json), [YAML](openapi/${view}.yaml). The other one: [${other.title}](${other.path}.md).`,
      formatTable(
        ['Call', 'What it does'],
        calls.map(({ id, facts }) => [`[${facts.method} ${facts.path}](calls/${id}.md)`, facts.summary]),
      ),
      formatSchemas(document),
    ),
  }
}

/** All documents as JSON and YAML. */
export const createDownloadsPage = (): Page => ({
  path: 'downloads',
  title: 'Downloads',
  summary: 'All OpenAPI documents as JSON and YAML, and all pages as Markdown.',
  section: 'More',
  markdown: joinParagraphs(
    '# Downloads',
    'One contract, two views of it, and the control calls of the sandbox. All are OpenAPI 3.1, complete in one file. Both views are also part of the package `@custody-wallet/types`.',
    formatTable(
      ['Document', 'For', 'JSON', 'YAML'],
      [
        [
          'Plain',
          'people, types, mocks, your own screens',
          '[plain.json](openapi/plain.json)',
          '[plain.yaml](openapi/plain.yaml)',
        ],
        [
          'Wire',
          'building or checking a codec',
          '[wire.json](openapi/wire.json)',
          '[wire.yaml](openapi/wire.yaml)',
        ],
        [
          'Control',
          'moving the chain, the clock and the records of the [sandbox](sandbox.md#control)',
          '[control.json](openapi/control.json)',
          '[control.yaml](openapi/control.yaml)',
        ],
      ],
    ),
    'Every page of this site is also published as Markdown: replace `.html` in its address by `.md`. [llms.txt](llms.txt) lists them all, and [llms-full.txt](llms-full.txt) holds them all.',
  ),
})
