import { type Page, paragraphs, table } from '../page.ts'

/** Both documents in both forms. */
export const downloadsPage = (): Page => ({
  path: 'downloads',
  title: 'Downloads',
  summary: 'Both OpenAPI documents as JSON and YAML, and all pages as Markdown.',
  section: 'More',
  markdown: paragraphs(
    '# Downloads',
    'One contract, two views of it. Both are OpenAPI 3.1, complete in one file, and also part of the package `@custody-wallet/types`.',
    table(
      ['View', 'For', 'JSON', 'YAML'],
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
      ],
    ),
    'Every page of this site lies beside itself as Markdown: put `.md` where its address says `.html`. [llms.txt](llms.txt) lists them all.',
  ),
})
