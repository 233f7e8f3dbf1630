import { type Markup, html } from '../html.ts'
import { type Page, formatCodeBlock, joinParagraphs } from '../page.ts'
import { renderCodeBlock, convertHref } from '../render/markdown.ts'
import { defaultAddresses, usualSite } from '../samples/locations.ts'
import { moneyInWords, renderMoneyPicture } from './money.ts'

/** An entry for one type of reader. */
export interface Entry {
  readonly name: string
  readonly why: string
  /** Works while `npm start` is running. */
  readonly command: string
  readonly links: readonly (readonly [href: string, text: string])[]
}

const account = '/api/v2/account/getByUidAndSymbol'

export const entries: readonly Entry[] = [
  {
    name: 'Front end',
    why: 'Build screens with plain JSON and without keys, for every success and failure.',
    command: `curl '${defaultAddresses.plain}${account}?uid=10042&symbol=BTC'`,
    links: [
      ['calls.md', 'Samples of every call'],
      ['testing.md', 'Testing'],
      ['packages/mock.md', 'The mock'],
    ],
  },
  {
    name: 'Back end',
    why: 'Make the same call, encrypted and signed as for a real service, with test keys. In a project with the packages:',
    command: `npx @custody-wallet/mock seal getAccount uid=10042 symbol=BTC \\\n  --curl --url ${defaultAddresses.wire} | sh`,
    links: [
      ['packages/client.md', 'The client'],
      ['settings.md', 'Settings and keys'],
      ['envelope.md', 'Messages on the wire'],
    ],
  },
  {
    name: 'Contract',
    why: 'Download the whole contract as one file for your own tools. Every open point is marked.',
    command: `curl -O ${usualSite}/openapi/plain.yaml`,
    links: [
      ['guides/getting-started.md', 'Getting started'],
      ['reference.md', 'Reference'],
      ['open-points.md', 'Open points'],
    ],
  },
]

const title = 'Build and test your custody integration on your laptop'

const lead =
  'Custody wallet gives merchants typed packages and a complete local custody service to integrate with a provider.'

const not =
  'Build against a sandbox that pays, mines, credits and notifies. To go live, change the settings. Custody wallet is not a provider and does not hold coins.'

const action = ['first-hour.md', 'Your first hour'] as const

export const start = {
  command: 'npm start # in the folder of the repository',
  result: `${usualSite}/       docs: every call, guides, both documents
${defaultAddresses.plain}/_mock  plain mock, for front ends
http://127.0.0.1:4020/       sandbox, plain`,
} as const

export function createHomePage(others: readonly Page[]): Page {
  const facts = others.filter(({ under }) => !under)
  return {
    path: 'index',
    title: 'Custody wallet',
    summary: lead,
    section: 'Start',
    layout: 'home',
    body: html`<div class="hero">
        <div>
          <h1 id="custody-wallet">${title}</h1>
          <p class="lead">${lead}</p>
          <p>${not}</p>
          <a class="action" href="${convertHref(action[0])}">${action[1]}</a>
          <p>Or install and start everything with one command:</p>
          ${renderCodeBlock(start.command, 'sh')}
          <p>It prints the address of each part, such as:</p>
          ${renderCodeBlock(start.result, 'text')}
        </div>
        ${renderMoneyPicture()}
      </div>
      <ul class="entries">
        ${entries.map(renderEntry)}
      </ul>
      <h2 id="all-pages">All pages</h2>
      <ul class="facts">
        ${facts.map(({ path, title: name, summary }) => html`<li><a href="${path}.html">${name}</a><small>${summary}</small></li>`)}
      </ul>`,
    markdown: joinParagraphs(
      `# ${title}`,
      lead,
      not,
      `**[${action[1]}](${action[0]})**`,
      'Or install and start everything with one command:',
      formatCodeBlock('sh', start.command),
      'It prints the address of each part, such as:',
      formatCodeBlock('text', start.result),
      moneyInWords,
      ...entries.map(formatEntry),
      '## All pages',
      facts.map(({ path, title: name, summary }) => `- [${name}](${path}.md): ${summary}`).join('\n'),
    ),
  }
}

const renderEntry = ({ name, why, command, links }: Entry): Markup =>
  html`<li>
    <h2>${name}</h2>
    <p>${why}</p>
    ${renderCodeBlock(command, 'sh')}
    <p>${links.map(([href, text], index) => html`${index > 0 && ' · '}<a href="${convertHref(href)}">${text}</a>`)}</p>
  </li>`

const formatEntry = ({ name, why, command, links }: Entry): string =>
  joinParagraphs(
    `## ${name}`,
    why,
    formatCodeBlock('sh', command),
    links.map(([href, text]) => `[${text}](${href})`).join(' · '),
  ).trimEnd()
