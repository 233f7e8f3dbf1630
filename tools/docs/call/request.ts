import { type Parameter, createResolver } from '../../redocly/document.ts'
import type { Call, Contract } from '../contract.ts'
import type { Field } from '../fields/model.ts'

interface Credential {
  readonly name: string
  readonly description: string
}

/** Lists the headers of the token call; other calls have none. */
export function listHeaders({ facts }: Call, { wire }: Contract): readonly Field[] {
  if (facts.family !== 'token') return []
  const operation = wire.paths[facts.path]?.get
  const headers = (operation?.parameters ?? []).map((each) => createResolver(wire)<Parameter>(each))
  const credentials = Object.keys(operation?.security?.[0] ?? {}).map((name) => findCredential(name, wire))
  return [
    ...credentials.map(({ name, description }) => createHeaderField(name, description)),
    ...headers.map(({ name, description = '' }) => createHeaderField(name, `On the wire only. ${description}`)),
  ]
}

const createHeaderField = (name: string, text: string): Field => ({
  name,
  path: name,
  type: 'string',
  isNeeded: 'always',
  text,
  byChoice: [],
  canBeEmpty: false,
  isWireNumber: false,
  values: [],
  open: [],
  fields: [],
})

function findCredential(name: string, { components }: Contract['wire']): Credential {
  const found = components['securitySchemes']?.[name]
  if (!isCredential(found)) throw new TypeError(`The contract has no credential ${name}.`)
  return found
}

const isCredential = (node: unknown): node is Credential =>
  typeof node === 'object' && node !== null && 'name' in node && 'description' in node

/** Formats how the parameters are sent on the wire. */
export function formatWireNote({ operation }: Call): string | false {
  const [, note] = operation.description.split('\n\n**On the wire** ')
  return note !== undefined && `**On the wire** ${note.trim()}`
}
