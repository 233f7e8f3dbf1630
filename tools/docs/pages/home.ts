import { type Contract, membersOf, textOf } from '../contract.ts'
import { type Markup, html } from '../html.ts'
import { type Page, fenced, paragraphs } from '../page.ts'
import { codeBlock, shownHref } from '../render/markdown.ts'
import { usualPlaces, usualSite } from '../samples/places.ts'

/** An entry for one kind of reader: one command and its output. */
export interface Door {
  readonly name: string
  readonly why: string
  readonly command: string
  readonly sees: string
  readonly shown: string
  readonly language: 'json' | 'text'
  readonly links: readonly (readonly [href: string, text: string])[]
}

const account = '/api/v2/account/getByUidAndSymbol'

/** The three entries. The first two call the mocks that `npm start` starts with this site. */
export function doorsOf({ calls }: Contract): readonly Door[] {
  const answer = membersOf(calls.find(({ id }) => id === 'getAccount')?.answer)
  const balance = textOf(membersOf(answer['data'])['normal_balance'] ?? '')
  const glimpse = `{ "code": "0", "msg": "success",\n  "data": { "normal_balance": "${balance}", … } }`
  return [
    {
      name: 'Front end',
      why: 'Plain JSON, no keys: design screens against every answer, success or failure.',
      command: `curl '${usualPlaces.plain}${account}?uid=10042&symbol=BTC'`,
      sees: `the account of a user, with a balance of ${balance}`,
      shown: glimpse,
      language: 'json',
      links: [
        ['calls.md', 'Samples of every call'],
        ['reference.md', 'Reference'],
      ],
    },
    {
      name: 'Back end',
      why: 'The same call, sealed and signed as a real service wants it, with demo keys made on the spot.',
      command: `npx @custody-wallet/mock seal getAccount uid=10042 symbol=BTC \\\n  --curl --url ${usualPlaces.wire} | sh`,
      sees: 'the same account; only sealed text travelled there',
      shown: glimpse,
      language: 'json',
      links: [
        ['envelope.md', 'What travels, step by step'],
        ['guides/authentication.md', 'Authentication'],
      ],
    },
    {
      name: 'Reading',
      why: 'The whole contract in one file, every call opened, for your own tools and for your eyes.',
      command: `curl -O ${usualSite}/openapi/plain.yaml`,
      sees: 'a file, plain.yaml, that any OpenAPI tool reads',
      shown: `openapi: 3.1.1\ninfo:\n  title: Custody wallet\n  …`,
      language: 'text',
      links: [
        ['guides/getting-started.md', 'Getting started'],
        ['open-points.md', 'What is not shown'],
      ],
    },
  ]
}

const lead =
  'Digital-asset custody for merchants, over HTTP: addresses, balances, deposits, withdrawals, fees, MPC wallets. A contract, a typed client, the codec that seals its messages, a mock to try them on, and a sandbox that keeps state.'

const start = `\`npm start\` in the repository runs both mocks and the [sandbox](sandbox.md) beside these pages; in a project that has the packages, \`npx @custody-wallet/mock\` and \`npx @custody-wallet/sandbox\` do.`

/** The first page: a first call in a minute. */
export function homePage(contract: Contract, others: readonly Page[]): Page {
  const doors = doorsOf(contract)
  const facts = others.filter(({ under }) => !under)
  return {
    path: 'index',
    title: 'Custody wallet',
    summary: lead,
    section: 'Start',
    layout: 'home',
    body: html`<h1 id="custody-wallet">Custody wallet</h1>
      <p class="lead">${lead}</p>
      <ul class="doors">
        ${doors.map(doorHtml)}
      </ul>
      <p>
        <code>npm start</code> in the repository runs both mocks and the
        <a href="sandbox.html">sandbox</a> beside these pages; in a project that has the packages,
        <code>npx @custody-wallet/mock</code> and <code>npx @custody-wallet/sandbox</code> do.
      </p>
      <h2 id="all-pages">All pages</h2>
      <ul class="facts">
        ${facts.map(({ path, title, summary }) => html`<li><a href="${path}.html">${title}</a><small>${summary}</small></li>`)}
      </ul>`,
    markdown: paragraphs(
      '# Custody wallet',
      lead,
      start,
      ...doors.map(doorMarkdown),
      '## All pages',
      facts.map(({ path, title, summary }) => `- [${title}](${path}.md): ${summary}`).join('\n'),
    ),
  }
}

const doorHtml = ({ name, why, command, sees, shown, language, links }: Door): Markup =>
  html`<li>
    <h2>${name}</h2>
    <p>${why}</p>
    <h3>Run</h3>
    ${codeBlock(command, 'sh')}
    <h3>See</h3>
    <p>${sees}</p>
    ${codeBlock(shown, language)}
    <p>
      ${links.map(([href, text], index) => html`${index > 0 && ' · '}<a href="${shownHref(href)}">${text}</a>`)}
    </p>
  </li>`

const doorMarkdown = ({ name, why, command, sees, shown, language, links }: Door): string =>
  paragraphs(
    `## ${name}`,
    why,
    fenced('sh', command),
    `You see ${sees}:`,
    fenced(language, shown),
    links.map(([href, text]) => `[${text}](${href})`).join(' · '),
  ).trimEnd()
