import {
  listBranches,
  type Document,
  type Json,
  type KnownValue,
  type OpenPoint,
  createResolver,
  type Schema,
} from '../../redocly/document.ts'
import { toFields } from '../../redocly/views/project.ts'
import { type Call, isList } from '../contract.ts'
import { formatType } from './types.ts'

/** One valid combination of parameters. */
export interface Choice {
  readonly title: string
  readonly text: string
  /** Names of its required fields. */
  readonly needs: readonly string[]
}

export interface Field {
  readonly name: string
  /** Path such as `data.uid`; list entries do not add a segment. */
  readonly path: string
  /** Its type in words. */
  readonly type: string
  /** `always`, or the titles of the choices that require it. */
  readonly isNeeded: 'always' | readonly string[]
  readonly text: string
  /** Descriptions by choice, if they differ. */
  readonly byChoice: readonly (readonly [choice: string, text: string])[]
  readonly canBeEmpty: boolean
  /** Whether it is a decimal string in the plain view and a JSON number on the wire. */
  readonly isWireNumber: boolean
  readonly values: readonly KnownValue[]
  /** Open points of the field. */
  readonly open: readonly OpenPoint[]
  readonly fields: readonly Field[]
}

/** The fields of a request or a response. */
export interface Tree {
  readonly choices: readonly Choice[]
  readonly fields: readonly Field[]
}

export interface Trees {
  readonly parameters: Tree
  readonly response: Tree
}

/** Reads the parameters and the successful response of a call. */
export function createTrees(call: Call, document: Document): Trees {
  const resolve = createResolver(document)
  const fields = createFieldReader(document, findEmptyPaths(call))
  const response = resolve<Schema>(document.components.schemas[call.facts.schemas.response] ?? {})
  return {
    parameters: createRequestTree(call, document),
    response: { choices: [], fields: fields(listBranches(response).slice(0, 1), '') },
  }
}

function createRequestTree({ facts }: Call, document: Document): Tree {
  const resolve = createResolver(document)
  const whole = document.components.schemas[facts.schemas.parameters] ?? {}
  const branches = listBranches(whole).map((branch) => resolve<Schema>(branch))
  const choices = branches.map(({ title = '', description = '', required: needs = [] }) => ({
    title,
    text: description,
    needs,
  }))
  return {
    choices: whole.anyOf ? choices : [],
    fields: createFieldReader(document, new Set())(branches, ''),
  }
}

/** Merges the fields of objects, each of which is a choice. */
function createFieldReader(document: Document, empty: ReadonlySet<string>) {
  const resolve = createResolver(document)
  const resolveTarget = (schema: Schema): Schema => ({ ...resolve<Schema>(schema), ...schema })
  return function membersIn(choices: readonly Schema[], parentPath: string): readonly Field[] {
    const objects = choices.map((choice) => getInnerSchema(choice))
    const names = new Set(objects.flatMap(({ properties = {} }) => Object.keys(properties)))
    return [...names].map((name) => createField(name, objects, parentPath))
  }

  function getInnerSchema(schema: Schema): Schema {
    const whole = resolveTarget(schema)
    return whole.type === 'array' && whole.items ? getInnerSchema(whole.items) : whole
  }

  function createField(name: string, objects: readonly Schema[], parentPath: string): Field {
    const path = parentPath === '' ? name : `${parentPath}.${name}`
    const own = objects.flatMap((object) => {
      const field = object.properties?.[name]
      return field ? [{ title: object.title ?? '', object, member: resolveTarget(field) }] : []
    })
    const needing = own.filter(({ object }) => object.required?.includes(name) === true)
    const texts = own.map(({ title, member: field }) => [title, getMeaning(field)] as const)
    const isSame = new Set(texts.map(([, text]) => text)).size === 1
    const fields = own.map(({ member: field }) => field)
    return {
      name,
      path,
      type: formatType(fields, resolve),
      isNeeded: needing.length === objects.length ? 'always' : needing.map(({ title }) => title),
      text: isSame ? (texts[0]?.[1] ?? '') : '',
      byChoice: isSame ? [] : texts,
      canBeEmpty: empty.has(path) || fields.some(isEmptyAllowed),
      isWireNumber: fields.some((field) => field['x-wire-number'] === true),
      values: fields[0]?.['x-known-values'] ?? [],
      open: fields.flatMap((field) => getInnerSchema(field)['x-open-point'] ?? []),
      fields: createFieldReader(document, empty)(fields, path),
    }
  }
}

const isEmptyAllowed = ({ description = '', examples = [], const: only }: Schema): boolean =>
  only === undefined && (/\bempty\b/.test(description) || examples.includes(''))

// A field with a fixed value identifies its choice.
const getMeaning = ({ const: only, description = '' }: Schema): string =>
  `${typeof only === 'boolean' ? `\`${only}\`. ` : ''}${description.replaceAll(/\s*\n\s*/g, ' ').trim()}`

/** Lists fields that are empty in an example. */
const findEmptyPaths = ({ responses }: Call): ReadonlySet<string> =>
  new Set(Object.values(responses).flatMap(({ value }) => findEmpty(value, '')))

function findEmpty(value: Json, parentPath: string): readonly string[] {
  if (value === '') return [parentPath]
  if (isList(value)) return value.flatMap((entry) => findEmpty(entry, parentPath))
  return Object.entries(toFields(value)).flatMap(([name, field]) =>
    findEmpty(field, parentPath === '' ? name : `${parentPath}.${name}`),
  )
}
