import { type Markup, html } from '../html.ts'
import { type Page, formatCodeBlock, joinParagraphs } from '../page.ts'
import { renderCodeBlock, convertHref } from '../render/markdown.ts'
import { defaultAddresses, usualSite } from '../samples/locations.ts'
import { moneyInWords, renderMoneyPicture } from './money.ts'

/** An entry for one kind of reader. */
export interface Entry {
  readonly name: string
  readonly why: string
  /** Works beside the servers that `npm start` starts with this site. */
  readonly command: string
  readonly links: readonly (readonly [href: string, text: string])[]
}

const account = '/api/v2/account/getByUidAndSymbol'

/** The three entries below the main action. */
export const entries: readonly Entry[] = [
  {
    name: 'Front end',
    why: 'Plain JSON without keys: design screens against every response, success or failure.',
    command: `curl '${defaultAddresses.plain}${account}?uid=10042&symbol=BTC'`,
    links: [
      ['calls.md', 'Samples of every call'],
      ['testing.md', 'Testing'],
      ['packages/mock.md', 'The mock'],
    ],
  },
  {
    name: 'Back end',
    why: 'The same call, encrypted and signed as a real service takes it, with keys for tests. In a project with the packages:',
    command: `npx @custody-wallet/mock seal getAccount uid=10042 symbol=BTC \\\n  --curl --url ${defaultAddresses.wire} | sh`,
    links: [
      ['packages/client.md', 'The client'],
      ['settings.md', 'Settings and keys'],
      ['envelope.md', 'What travels'],
    ],
  },
  {
    name: 'Reading',
    why: 'The whole contract in one file for your own tools, with every open point marked.',
    command: `curl -O ${usualSite}/openapi/plain.yaml`,
    links: [
      ['guides/getting-started.md', 'Getting started'],
      ['reference.md', 'Reference'],
      ['open-points.md', 'What is not shown'],
    ],
  },
]

const title = 'Integrate a custody service on your own machine first'

const lead =
  'Custody wallet is a toolkit and a complete local custody service, for merchants who integrate the custody interface of a provider.'

const not =
  'It is not a provider: it holds no coins. You build against a sandbox that pays, mines, credits and notifies; later, other settings lead to your real provider.'

const action = ['first-hour.md', 'Your first hour'] as const

/** The one command of the page, and lines that it prints. */
export const start = {
  command: 'npm start # in the folder of the repository',
  result: `${usualSite}/       docs: every call, guides, both documents
${defaultAddresses.plain}/_mock  plain mock, for front ends
http://127.0.0.1:4020/       sandbox, plain`,
} as const

/** The first page: what this is, one action, one command, and further entries. */
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
          <p>Or start everything with one command. It installs what it needs:</p>
          ${renderCodeBlock(start.command, 'sh')}
          <p>It prints where each part listens, among them:</p>
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
      'Or start everything with one command. It installs what it needs:',
      formatCodeBlock('sh', start.command),
      'It prints where each part listens, among them:',
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
    <p>
      ${links.map(([href, text], index) => html`${index > 0 && ' · '}<a href="${convertHref(href)}">${text}</a>`)}
    </p>
  </li>`

const formatEntry = ({ name, why, command, links }: Entry): string =>
  joinParagraphs(
    `## ${name}`,
    why,
    formatCodeBlock('sh', command),
    links.map(([href, text]) => `[${text}](${href})`).join(' · '),
  ).trimEnd()
