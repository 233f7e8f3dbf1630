import { type Markup, html } from '../html.ts'
import { type Page, formatCodeBlock, joinParagraphs } from '../page.ts'
import { renderCodeBlock, convertHref } from '../render/markdown.ts'
import { renderConsolePicture } from '../render/picture.ts'
import { moneyInWords, renderMoneyPicture } from './money.ts'

const title = 'Build and test your custody integration on your laptop'

const lead =
  'Custody wallet gives merchants typed packages and a complete local custody service: a sandbox with users, a chain, a clock and a console.'

const not = 'To go live, change the settings. Custody wallet is not a provider and does not hold coins.'

/** A first program. A test runs it and compares its output. */
export const program = {
  code: `import { createCustody } from '@custody-wallet/client'
import { createSandbox } from '@custody-wallet/sandbox'

const sandbox = await createSandbox()
await sandbox.control.scenarios.run({ name: 'first-deposit' })
const custody = createCustody(sandbox.merchant('demo-modern').client)
const account = await custody.accounts.get({ uid: 10003, symbol: 'BTC' })
console.log(\`The user has \${account.normal_balance} BTC.\`)`,
  output: 'The user has 0.5 BTC.',
} as const

export const start = 'npm start # in the folder of the repository'

/** A link as `[path, text]`. */
type Link = readonly [href: string, text: string]

const actions: readonly Link[] = [
  ['sandbox.md', 'Open the sandbox'],
  ['calls/getAccount.md', 'Read a call'],
]

const hour: Link = ['first-hour.md', 'your first hour']

interface Strength {
  readonly name: string
  readonly text: string
  readonly link: Link
}

const strengths: readonly Strength[] = [
  {
    name: 'Credited exactly once',
    text: 'The receiver verifies each notification, and credits it in your own transaction: also if it arrives twice, at once, or after a crash.',
    link: ['packages/receiver.md', 'The receiver'],
  },
  {
    name: 'Reorganizations',
    text: 'Replace blocks of the chain and see a credited deposit undone, as on a real network, before it happens with money.',
    link: ['undone-credits.md', 'When a credit is undone'],
  },
  {
    name: 'Faults',
    text: 'Lose responses, answer late, send a notification twice or a message with another signature, each with one call.',
    link: ['sandbox.md', 'The sandbox'],
  },
  {
    name: 'Open points',
    text: 'What the interface leaves open is marked, with what we assume and the setting that changes it.',
    link: ['open-points.md', 'Open points'],
  },
]

const pictureText =
  'The console of the sandbox: what needs attention, funds of users, the clock, the chain and the latest changes.'

export function createHomePage(): Page {
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
          <p class="ways">
            ${actions.map(([href, text], at) => html`<a class="${at === 0 ? 'action' : 'action other'}" href="${convertHref(href)}">${text}</a> `)}
          </p>
          <p>New here? Start with <a href="${convertHref(hour[0])}">${hour[1]}</a>.</p>
          ${renderCodeBlock(start, 'sh')}
        </div>
        <div>${renderCodeBlock(program.code, 'ts')}${renderCodeBlock(program.output, 'text')}</div>
      </div>
      <figure class="shot">${renderConsolePicture('overview', pictureText, '')}</figure>
      <div class="closing">
        <div>
          <h2 id="strengths">What is different here</h2>
          <ul class="strengths">
            ${strengths.map(renderStrength)}
          </ul>
        </div>
        <div>
          <h2 id="money">A deposit and a withdrawal</h2>
          ${renderMoneyPicture()}
        </div>
      </div>`,
    markdown: joinParagraphs(
      `# ${title}`,
      lead,
      not,
      actions.map(([href, text]) => `[${text}](${href})`).join(' · '),
      `New here? Start with [${hour[1]}](${hour[0]}).`,
      formatCodeBlock('sh', start),
      formatCodeBlock('ts', program.code),
      'It prints:',
      formatCodeBlock('text', program.output),
      '## What is different here',
      strengths.map(({ name, text, link }) => `- **${name}.** ${text} [${link[1]}](${link[0]})`).join('\n'),
      moneyInWords,
    ),
  }
}

const renderStrength = ({ name, text, link }: Strength): Markup =>
  html`<li>
    <h3>${name}</h3>
    <p>${text}</p>
    <p><a href="${convertHref(link[0])}">${link[1]}</a></p>
  </li>`
