// Control calls of the sandbox's actions. The tables of states define them, so the description has no files for them.
import { stateTables } from '../../../packages/sandbox/src/states/all.ts'
import { type ActionDefinition, getMeaning, type StateTable } from '../../../packages/sandbox/src/states/table.ts'

const tables: readonly StateTable[] = Object.values(stateTables)

// Calls with parameters of their own have a file.
const calls = tables.flatMap((table) =>
  Object.values(table.actions)
    .filter(({ parameters }) => parameters === undefined)
    .map((action) => ({ table, action, path: `/${action.call.replace('.', '/')}` })),
)

/** Paths of the calls. */
export const actionPaths: ReadonlySet<string> = new Set(calls.map(({ path }) => path))

/** Adds the calls to the description of the control interface. A call with a file keeps it. */
export function addActions(control: { paths: Readonly<Record<string, unknown>> }): void {
  const described = calls.map(({ table, action, path }) => [path, { post: describeAction(table, action) }] as const)
  const paths = Object.entries({ ...Object.fromEntries(described), ...control.paths })
  control.paths = Object.fromEntries(paths.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function describeAction(table: StateTable, action: ActionDefinition) {
  const [, verb = ''] = action.call.split('.')
  const article = /^(?:[aeiou]|MPC)/.test(table.title) ? 'an' : 'a'
  return {
    operationId: action.call,
    summary: `${capitalize(verb)} ${article} ${table.title}`,
    description: getMeaning(table, action),
    tags: [`${capitalize(table.title)}s`],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { $ref: './schemas/requests/RecordKey.yaml' } } },
    },
    responses: {
      200: {
        description: 'Record after the call.',
        content: { 'application/json': { schema: { $ref: './schemas/Record.yaml' } } },
      },
      '4XX': { $ref: './responses/Problem.yaml' },
      '5XX': { $ref: './responses/Problem.yaml' },
    },
  }
}

const capitalize = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
