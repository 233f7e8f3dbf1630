import { type Document, operationsOf, resolver, type Schema } from '../../redocly/document.ts'
import { answerName, parametersName } from '../names.ts'
import { expression, isCompound, type Scope } from './expression.ts'

const imports = `import { isAmount, isDecimal } from '../decimal.ts'
import { hasNothing, hasOnly, isExact, isListOf, isObject, isSafe, isWhole } from '../validate/checks.ts'
`

/** One predicate for every named record, parameter set and answer, and tables of them by operation. */
export function validatorsModule(plain: Document): string {
  const { scope, constants } = scopeOf(plain)
  const compound = Object.entries(plain.components.schemas).filter(([, schema]) => isCompound(schema, scope))
  const predicates = compound.map(([name, schema]) => predicate(name, schema, scope))
  const types = compound.map(([name]) => name).join(', ')
  return [
    `import type { Answers, NoParameters, Parameters, ${types} } from './concepts.ts'\n${imports}`,
    ...constants(),
    ...predicates,
    noParameters,
    table('parameters', 'Parameters', plain, parametersName),
    table('answers', 'Answers', plain, answerName),
  ].join('\n')
}

function predicate(name: string, schema: Schema, scope: Scope): string {
  const checks = [expression(schema, 'value', scope), ...(isRequest(schema) ? ['isExact(value)'] : [])]
  return `/** Tells whether a value is ${article(name)}. */
export function is${name}(value: unknown): value is ${name} {
  return (
    ${checks.join(' &&\n    ')}
  )
}
`
}

// Requests are closed objects: what they hold is known, and has to arrive as it is.
const isRequest = ({ anyOf, additionalProperties }: Schema): boolean =>
  anyOf ? anyOf.some(isRequest) : additionalProperties === false

const noParameters = `/** Tells whether a value is an object without members. */
export function isNoParameters(value: unknown): value is NoParameters {
  return isObject(value) && hasNothing(value)
}
`

const article = (name: string): string => `${/^(?:[AEIO]|Mpc|Un)/.test(name) ? 'an' : 'a'} {@link ${name}}`

function table(name: string, type: string, plain: Document, nameOf: typeof answerName): string {
  const rows = operationsOf(plain).map(
    ({ operation }) => `  ${operation.operationId}: is${nameOf(operation)},`,
  )
  return `/** Predicates for the ${name} of every operation, by its id. */
export const ${name}: { readonly [Id in keyof ${type}]: (value: unknown) => value is ${type}[Id] } = {
${rows.join('\n')}
}
`
}

function scopeOf(plain: Document) {
  const names = new Map<string, string>()
  const hoist = (text: string): string => {
    if (/^\w+$/.test(text)) return text
    const name = names.get(text) ?? `shared${names.size + 1}`
    names.set(text, name)
    return name
  }
  const scope: Scope = { resolve: resolver(plain), hoist }
  // A predicate that a constant refers to is hoisted by the language; the constants themselves stand first.
  const constants = () => [...names].map(([text, name]) => `const ${name} = ${pure(text)}\n`)
  return { scope, constants }
}

// Bundlers drop an unused constructor call only where it is marked.
const pure = (text: string): string => (text.startsWith('new ') ? `/* @__PURE__ */ ${text}` : text)
