import { branchesOf, type Examples, type MediaType, type Parameter, type Schema } from '../document.ts'
import type { Context } from './context.ts'
import { memberExamples } from './examples.ts'

/**
 * Query parameters of a sealed query: the members of its schema that nobody fills in. A member that the branches of
 * the schema hold in different forms may take any of them; the rule that binds the branches stands in `x-parameters`.
 */
export function queryParameters(
  { schema, examples = {} }: MediaType,
  context: Context,
): readonly Parameter[] {
  const branches = branchesOf(context.resolve<Schema>(schema))
  const names = new Set(branches.flatMap((branch) => Object.keys(branch.properties ?? {})))
  return [...names].flatMap((name) => {
    const forms = branches.flatMap((branch) => formIn(branch, name, context))
    if (forms.length === 0) return []
    const required = branches.every((branch) => branch.required?.includes(name))
    return [{ name, in: 'query', required, ...shapeOf(forms), ...examplesOf(name, examples, context) }]
  })
}

interface Form {
  readonly branch: string | undefined
  readonly schema: Schema
  readonly description: string
  readonly list: boolean
}

function formIn(branch: Schema, name: string, { resolve, filled }: Context): readonly Form[] {
  const schema = branch.properties?.[name]
  if (!schema || filled(schema)) return []
  const { description = '', type } = { ...resolve<Schema>(schema), ...schema }
  return [{ branch: branch.title, schema, description, list: type === 'array' }]
}

// The title of a branch says when its form of the member holds; a schema without branches has one form only.
function shapeOf(forms: readonly Form[]): Pick<Parameter, 'description' | 'schema' | 'style' | 'explode'> {
  const [first] = forms
  if (forms.length > 1 || !first) {
    const description = forms.map((form) => `- ${form.branch}: ${form.description}`).join('\n')
    return { description, schema: { anyOf: distinct(forms.map(({ schema }) => schema)) } }
  }
  return {
    description: first.description,
    schema: first.schema,
    ...(first.list && { style: 'form', explode: false }),
  }
}

function distinct(forms: readonly Schema[]): readonly Schema[] {
  return [...new Map(forms.map((form) => [JSON.stringify(form), form])).values()]
}

function examplesOf(name: string, examples: Examples, context: Context): Pick<Parameter, 'examples'> {
  const shown = memberExamples(name, examples, context)
  return Object.keys(shown).length > 0 ? { examples: shown } : {}
}
