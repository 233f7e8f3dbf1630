// What of the sandbox a real service shares, from the tables that the sandbox itself uses.
import { readFileSync } from 'node:fs'

import {
  limits,
  type RecordModel,
  records,
  type Rule,
  rules,
  type RuleSource,
} from '@custody-wallet/sandbox/model'

import {
  type Document,
  type Operation,
  listOperations,
  type Parameter,
  createResolver,
  type Schema,
} from '../../redocly/document.ts'
import { controlFile } from '../contract.ts'
import { type Page, joinParagraphs, formatTable } from '../page.ts'
import { valueSources } from './words.ts'

const sources: Readonly<Record<RuleSource, string>> = {
  interface: valueSources.interface,
  documented: valueSources.documented,
  model: 'our model',
}

const everyRule: readonly (readonly [string, Rule])[] = Object.entries(rules)

/** Every state, transition and rule of the sandbox, with its source. */
export function createSandboxPage(): Page {
  return {
    path: 'sandbox',
    title: 'The sandbox and the real service',
    summary:
      'Every state, transition and rule of the sandbox, and whether it comes from the interface, from public documents, or from our model.',
    section: 'What is known',
    markdown: joinParagraphs(
      '# The sandbox and the real service',
      'The sandbox is a custody service with state. The interface describes its calls, fields and limits. It leaves open how a record gets from one state to the next, and which code a rejection has. There the sandbox follows public documents of other deployments, or our own model. A real service may differ in everything that is marked as our model.',
      formatTable(
        ['Source', 'States', 'Transitions', 'Rules'],
        Object.entries(sources).map(([source, words]) => [words, ...listCounts(source).map(String)]),
      ),
      'The chain, the keys, the coins and their fees exist only in the sandbox. All times come from its clock.',
      '## When a record moves',
      'Every coin has a mode. In the mode `timed`, which all coins of a new sandbox have, a record moves after the time in the column "By itself". In `instant`, it moves at once and does not wait for blocks. In `manual`, only control and the chain move it. All three are our model.',
      ...records.map(formatRecord),
      '## Rules',
      'A rule rejects a call with the code in the table. The text of the response begins with the name of the rule. Codes come from [public documents](codes.md). Where no document has a code, the response has the code that the profile of the merchant has for invalid requests (*invalid* in the table). A rule without calls limits what a response contains.',
      formatTable(
        ['Rule', 'What it says', 'Limit', 'Rejects', 'Source'],
        everyRule.map(([name, rule]) => [
          `\`${name}\``,
          rule.says,
          formatLimit(name),
          formatRejections(rule),
          sources[rule.source],
        ]),
      ),
      ...formatControlSection(),
    ),
  }
}

/** The calls of the control port. */
function formatControlSection(): readonly string[] {
  const control: Document = JSON.parse(readFileSync(controlFile, 'utf8'))
  return [
    '## Control',
    'The control port does what merchants cannot do through the interface. Its calls need the header `Authorization: Bearer TOKEN`, with the token that the sandbox prints. In the process of the sandbox, `sandbox.control` has the same calls as functions, such as `control.chain.pay`; only `/health` is for the port alone. The whole document: [JSON](openapi/control.json), [YAML](openapi/control.yaml).',
    formatTable(
      ['Call', 'Parameters', 'What it does'],
      listOperations(control).map(({ path, method, operation }) => [
        `\`${method.toUpperCase()} ${path}\``,
        formatParameters(control, operation),
        operation.description,
      ]),
    ),
  ]
}

/** Names of the parameters; a question mark follows those that can be left out. */
function formatParameters(control: Document, { parameters = [], requestBody }: Operation): string {
  const resolve = createResolver(control)
  const query = parameters.map((each) => resolve<Parameter>(each))
  const body = resolve<Schema>(requestBody?.content['application/json']?.schema ?? {})
  const names = [
    ...query.map(({ name, required }) => [name, required === true] as const),
    ...Object.keys(body.properties ?? {}).map(
      (name) => [name, body.required?.includes(name) === true] as const,
    ),
  ]
  return names.map(([name, isNeeded]) => `\`${name}${isNeeded ? '' : '?'}\``).join(', ') || '-'
}

function listCounts(source: string): readonly number[] {
  const all = [
    records.flatMap((record) => Object.values(record.table.states)),
    records.flatMap((record) => Object.values(record.table.transitions)),
    everyRule.map(([, rule]) => rule),
  ]
  return all.map((list) => list.filter((each) => each.source === source).length)
}

const formatRecord = ({
  title,
  table: { initial, states, transitions },
  meanings: known,
}: RecordModel): string =>
  joinParagraphs(
    `## ${title}`,
    `It begins as \`${initial}\`.`,
    formatTable(
      ['Value', 'State', 'Meaning in the contract', 'Final', 'Source'],
      Object.entries(states).map(([name, { value, isFinal: final, source }]) => [
        `\`${value}\``,
        `\`${name}\``,
        known[value]?.meaning ?? '-',
        final ? 'yes' : 'no',
        sources[source],
      ]),
    ),
    formatTable(
      ['Event', 'From', 'To', 'By itself', 'Meaning', 'Source'],
      Object.entries(transitions).map(([event, { from, to, meaning, source }]) => [
        `\`${event}\``,
        from.map((name) => `\`${name}\``).join(', '),
        `\`${to}\``,
        formatDelay(states, event),
        meaning,
        sources[source],
      ]),
    ),
  ).trimEnd()

function formatDelay(states: RecordModel['table']['states'], event: string): string {
  return (
    Object.entries(states)
      .flatMap(([name, { next }]) =>
        next?.event === event ? [`after ${next.after / 1000} s in \`${name}\``] : [],
      )
      .join(', ') || '-'
  )
}

function formatLimit(name: string): string {
  const limit = limits.get(name)
  return limit ? `${limit.value} ${limit.unit}` : '-'
}

const formatRejections = ({ codes }: Rule): string =>
  Object.entries(codes)
    .map(([call, code]) => `[${call}](calls/${call}.md): ${code === 'invalid' ? '*invalid*' : `\`${code}\``}`)
    .join(', ') || '-'
