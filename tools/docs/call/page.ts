import type { Call, Contract } from '../contract.ts'
import { createTreePart } from '../fields/html.ts'
import { type Trees, createTrees } from '../fields/model.ts'
import {
  formatAside,
  formatCodeBlock,
  type Page,
  joinParagraphs,
  formatPartMark,
  formatTable,
  formatTabs,
} from '../page.ts'
import { formatLimit, formatRetry } from '../pages/limits.ts'
import { getPointAnchor, points } from '../pages/open-points.ts'
import { formatAssumption, familyNames, formatName } from '../pages/words.ts'
import { createSamples } from '../samples/samples.ts'
import { createErrorsPart } from './errors.ts'
import { listHeaders, formatWireNote } from './request.ts'
import { createResponseTabs, formatReturns } from './response.ts'
import { createTryPart } from './try.ts'

/** The page of one call: parameters, samples, a form to try it, response and errors. */
export function createCallPage(call: Call, contract: Contract): Page {
  const { id, facts, description } = call
  const trees = createTrees(call, contract.wholePlain)
  const { parameters, response } = trees
  const headers = listHeaders(call, contract)
  return {
    path: `calls/${id}`,
    title: id,
    summary: `${facts.summary}.`,
    section: 'Reference',
    under: 'calls',
    layout: 'call',
    isLive: true,
    scripts: ['assets/tabs.js', 'assets/try.js'],
    parts: {
      ...createParts(call, trees),
      headers: createTreePart({ choices: [], fields: headers }, headerView),
    },
    markdown: joinParagraphs(
      `# ${facts.summary}`,
      `\`${facts.method} ${facts.path}\`\n\n${description.trim()}`,
      formatAside(
        '## Samples',
        formatTabs(
          'samples',
          ...createSamples(call).map(
            ({ label, language, code }) => `### ${label}\n\n${formatCodeBlock(language, code)}`,
          ),
        ),
        '## Response',
        formatTabs('response', ...createResponseTabs(call)),
        '## Try it',
        formatPartMark('try'),
      ),
      formatTable(['', ''], createFactRows(call)),
      headers.length > 0 && `## Headers\n\n${formatPartMark('headers')}`,
      '## Parameters',
      parameters.fields.length === 0 ? 'This call has no parameters.' : formatPartMark('parameters'),
      formatWireNote(call),
      '## Fields of the response',
      formatReturns(call, contract.plain),
      response.fields.length > 0 && formatPartMark('response'),
      '## Errors',
      `If the call fails, the response has HTTP status 200 and a \`code\` other than 0, and the client throws a \`CustodyError\` with the code \`SERVICE_FAILED\`. See [Errors](../guides/errors.md).`,
      formatCodeBlock('json', JSON.stringify(call.failure)),
      formatPartMark('errors'),
      formatOpenPoints(call),
    ),
  }
}

const headerView = { anchor: 'headers', optional: '', findValuesPage: () => undefined }

const createParts = (call: Call, { parameters, response }: Trees) => ({
  parameters: createTreePart(parameters, {
    anchor: 'parameters',
    optional: 'optional',
    findValuesPage: () => undefined,
  }),
  response: createTreePart(response, {
    anchor: 'response',
    optional: 'optional',
    findValuesPage: (path) => findValuesPages(call).get(path),
  }),
  errors: createErrorsPart(call),
  try: createTryPart(call, parameters),
})

function createFactRows(call: Call): readonly (readonly string[])[] {
  const { id, facts, operation } = call
  const { limits, family } = facts
  return [
    [
      'Operation',
      `\`${id}\`, [in the reference](../reference.md#operation/${id}) and [on the wire](../wire.md#operation/${id})`,
    ],
    ['In the client', `\`custody.${operation['x-resource'] ?? ''}\``],
    ['Family', `${familyNames[family]}; its [codes](../codes.md#${familyNames[family].toLowerCase()})`],
    ...listStates(call),
    ['Retry', formatRetry(call)],
    ...(limits.length > 0 ? [['Limits', limits.map(formatLimit).join('; ')]] : []),
  ]
}

/** Links to the life cycles of the states in the response. */
function listStates(call: Call): readonly (readonly string[])[] {
  const pages = [...new Set(findValuesPages(call).values())]
  const links = pages.map((page) => `[${page.replace(/^.*#/, '').replaceAll('-', ' ')}](${page})`)
  return links.length > 0 ? [['States', links.join(', ')]] : []
}

/** Finds the pages that list the values of fields, by the path of the field in the response. */
const findValuesPages = ({ facts }: Call): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(facts.response.states).map(([pointer, state]) => [
      // Pointers begin in the content, which is the whole response of an MPC call.
      `${facts.family === 'mpc' ? '' : 'data.'}${pointer.replaceAll('/*', '').slice(1).replaceAll('/', '.')}`,
      `../states.md#${formatName(state).toLowerCase().replaceAll(' ', '-')}`,
    ]),
  )

function formatOpenPoints({ id }: Call): string | false {
  const found = Object.entries(points).filter(([, { place }]) => place === `\`${id}\``)
  if (found.length === 0) return false
  const rows = found.map(([name, point]) => [
    `[${point.what.replace(/\.$/, '')}](../${getPointAnchor(name)})`,
    formatAssumption(point),
  ])
  return joinParagraphs(
    '## Open points',
    'The interface does not document these points. Assumptions end with (source; **setting** of your profile that overrides it).',
    formatTable(['Open', 'Assumed'], rows),
  ).trimEnd()
}
