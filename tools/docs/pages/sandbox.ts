import { readFileSync } from 'node:fs'

import {
  type ActionDefinition,
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

export function createSandboxPage(): Page {
  return {
    path: 'sandbox',
    title: 'The sandbox and the real service',
    summary:
      'All states, transitions and rules of the sandbox, with their source: the interface, public documents or our model.',
    section: 'Details',
    markdown: joinParagraphs(
      '# The sandbox and the real service',
      'The sandbox is a complete custody service. The interface defines its calls, fields and limits, but not the transitions of records or the codes of rejections. For these, the sandbox follows public documents of other deployments, or our own model. A real service may differ in everything that is marked as our model.',
      formatTable(
        ['Source', 'States', 'Transitions', 'Rules'],
        Object.entries(sources).map(([source, words]) => [words, ...listCounts(source).map(String)]),
      ),
      'The chain, keys, coins and fees exist only in the sandbox. All times come from its clock.',
      '## Automatic transitions',
      'Each coin has a mode. With `timed`, the default, a record changes after the time in the column "Automatically". With `instant`, it changes immediately, without waiting for blocks. With `manual`, only control and the chain change it. All three are our model.',
      ...records.map(formatRecord),
      '## Rules',
      'A rule rejects a call with the code in the table, and the message starts with the name of the rule. Codes come from [public documents](codes.md). *invalid* stands for the code for invalid requests in the profile of the merchant, which is used if no document defines a code. A rule without calls limits the content of a response.',
      formatTable(
        ['Rule', 'Requirement', 'Limit', 'Rejects', 'Source'],
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

function formatControlSection(): readonly string[] {
  const control: Document = JSON.parse(readFileSync(controlFile, 'utf8'))
  return [
    '## Control',
    'Use the control port for everything that merchants cannot do through the interface. Send the token that the sandbox prints in the header `Authorization: Bearer TOKEN`. In the process of the sandbox, `sandbox.control` has the same calls as functions, such as `control.chain.pay`, except `/calls/list`. Download the document as [JSON](openapi/control.json) or [YAML](openapi/control.yaml).',
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

/** Lists the parameters; optional ones end with a question mark. */
function formatParameters(control: Document, { parameters = [], requestBody }: Operation): string {
  const resolve = createResolver(control)
  const query = parameters.map((each) => resolve<Parameter>(each))
  const body = resolve<Schema>(requestBody?.content['application/json']?.schema ?? {})
  const names = [
    ...query.map(({ name, required }) => [name, required === true] as const),
    ...Object.keys(body.properties ?? {}).map((name) => [name, body.required?.includes(name) === true] as const),
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
  table: { actions, initial, states, transitions },
  meanings: known,
}: RecordModel): string =>
  joinParagraphs(
    `## ${title}`,
    `The first state is \`${initial}\`.`,
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
      ['Event', 'From', 'To', 'Automatically', 'Meaning', 'Source'],
      Object.entries(transitions).map(([event, { from, to, meaning, source }]) => [
        `\`${event}\``,
        from.map((name) => `\`${name}\``).join(', '),
        `\`${to}\``,
        formatDelay(states, event),
        meaning,
        sources[source],
      ]),
    ),
    Object.keys(actions).length > 0 &&
      formatTable(
        ['Action', 'Control call', 'Event', 'Requirements'],
        Object.entries(actions).map(([name, action]) => [
          name,
          `\`${action.call}\``,
          action.event === undefined ? '-' : `\`${action.event}\``,
          formatRequirements(action),
        ]),
      ),
  ).trimEnd()

const formatRequirements = ({ guards = [] }: ActionDefinition): string =>
  guards.map(({ says }) => says).join(' ') || '-'

function formatDelay(states: RecordModel['table']['states'], event: string): string {
  return (
    Object.entries(states)
      .flatMap(([name, { next }]) => (next?.event === event ? [`after ${next.after / 1000} s in \`${name}\``] : []))
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
