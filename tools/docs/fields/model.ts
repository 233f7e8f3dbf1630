// The members of requests and answers as trees, with everything that a reader asks about a member.
import {
  branchesOf,
  type Document,
  type Json,
  type KnownValue,
  type OpenPoint,
  resolver,
  type Schema,
} from '../../redocly/document.ts'
import { membersOf } from '../../redocly/views/project.ts'
import { type Call, isList } from '../contract.ts'
import { typeOf } from './types.ts'

/** One way to fill a request in. */
export interface Choice {
  readonly title: string
  readonly text: string
  /** Names of the members that it needs. */
  readonly needs: readonly string[]
}

/** A member, and the members in it. */
export interface Field {
  readonly name: string
  /** Its place in the tree, such as `data.uid`. Entries of lists add nothing. */
  readonly path: string
  /** Its type in words. */
  readonly type: string
  /** `always`, or the titles of the choices that need it. */
  readonly needed: 'always' | readonly string[]
  readonly text: string
  /** What each choice says about it, where they differ. */
  readonly byChoice: readonly (readonly [choice: string, text: string])[]
  readonly mayBeEmpty: boolean
  /** A decimal text in the plain view, a JSON number on the wire. */
  readonly wireNumber: boolean
  readonly values: readonly KnownValue[]
  /** What the interface leaves open about it. */
  readonly open: readonly OpenPoint[]
  readonly fields: readonly Field[]
}

/** The members of a request or an answer. */
export interface Tree {
  readonly choices: readonly Choice[]
  readonly fields: readonly Field[]
}

/** A tree for each side of a call. */
export interface Trees {
  readonly parameters: Tree
  readonly answer: Tree
}

/** Reads the parameters and the successful answer of a call. */
export function treesOf(call: Call, document: Document): Trees {
  const resolve = resolver(document)
  const members = memberReader(document, emptyPaths(call))
  const answer = resolve<Schema>(document.components.schemas[call.facts.schemas.answer] ?? {})
  return {
    parameters: request(call, document),
    answer: { choices: [], fields: members(branchesOf(answer).slice(0, 1), '') },
  }
}

function request({ facts }: Call, document: Document): Tree {
  const resolve = resolver(document)
  const whole = document.components.schemas[facts.schemas.parameters] ?? {}
  const branches = branchesOf(whole).map((branch) => resolve<Schema>(branch))
  const choices = branches.map(({ title = '', description = '', required: needs = [] }) => ({
    title,
    text: description,
    needs,
  }))
  return {
    choices: whole.anyOf ? choices : [],
    fields: memberReader(document, new Set())(branches, ''),
  }
}

/** Reads the members of objects, of which each is a choice. A member that several have is listed once. */
function memberReader(document: Document, empty: ReadonlySet<string>) {
  const resolve = resolver(document)
  const target = (schema: Schema): Schema => ({ ...resolve<Schema>(schema), ...schema })
  return function membersIn(choices: readonly Schema[], place: string): readonly Field[] {
    const objects = choices.map((choice) => inner(choice))
    const names = new Set(objects.flatMap(({ properties = {} }) => Object.keys(properties)))
    return [...names].map((name) => field(name, objects, place))
  }

  function inner(schema: Schema): Schema {
    const whole = target(schema)
    return whole.type === 'array' && whole.items ? inner(whole.items) : whole
  }

  function field(name: string, objects: readonly Schema[], place: string): Field {
    const path = place === '' ? name : `${place}.${name}`
    const own = objects.flatMap((object) => {
      const member = object.properties?.[name]
      return member ? [{ title: object.title ?? '', object, member: target(member) }] : []
    })
    const needing = own.filter(({ object }) => object.required?.includes(name) === true)
    const texts = own.map(({ title, member }) => [title, meaningOf(member)] as const)
    const same = new Set(texts.map(([, text]) => text)).size === 1
    const members = own.map(({ member }) => member)
    return {
      name,
      path,
      type: typeOf(members, resolve),
      needed: needing.length === objects.length ? 'always' : needing.map(({ title }) => title),
      text: same ? (texts[0]?.[1] ?? '') : '',
      byChoice: same ? [] : texts,
      mayBeEmpty: empty.has(path) || members.some(isEmptyAllowed),
      wireNumber: members.some((member) => member['x-wire-number'] === true),
      values: members[0]?.['x-known-values'] ?? [],
      open: members.flatMap((member) => inner(member)['x-not-shown'] ?? []),
      fields: memberReader(document, empty)(members, path),
    }
  }
}

const isEmptyAllowed = ({ description = '', examples = [], const: only }: Schema): boolean =>
  only === undefined && (/\bempty\b/.test(description) || examples.includes(''))

// Where a choice has only one value, the value tells the choices apart.
const meaningOf = ({ const: only, description = '' }: Schema): string =>
  `${typeof only === 'boolean' ? `\`${only}\`. ` : ''}${description.replaceAll(/\s*\n\s*/g, ' ').trim()}`

/** Members that an example of the contract leaves empty. */
const emptyPaths = ({ answers }: Call): ReadonlySet<string> =>
  new Set(Object.values(answers).flatMap(({ value }) => emptyIn(value, '')))

function emptyIn(value: Json, place: string): readonly string[] {
  if (value === '') return [place]
  if (isList(value)) return value.flatMap((entry) => emptyIn(entry, place))
  return Object.entries(membersOf(value)).flatMap(([name, member]) =>
    emptyIn(member, place === '' ? name : `${place}.${name}`),
  )
}
