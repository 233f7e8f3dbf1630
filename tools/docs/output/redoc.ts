// Redoc's script without requests to other hosts.
import { readFileSync } from 'node:fs'

import type { Document, Server } from '../../redocly/document.ts'
import { type Call, type Contract, root } from '../contract.ts'
import { samplesOf } from '../samples/samples.ts'

const script = new URL('node_modules/@redocly/cli/lib/chunks/redoc.standalone.js', root)

// Parts of the script that would load from other hosts, or that need a module. All must exist in the script.
const changes: readonly (readonly [from: string, to: string])[] = [
  ['https://cdn.redoc.ly/redoc/logo-mini-full.svg', 'assets/redoc-mark.svg'],
  ['https://cdn.redoc.ly/redoc/logo-mini.svg', 'assets/redoc-mark.svg'],
  ['https://otel.cloud.redocly.com/v1/traces', 'about:blank'],
  ['https://cdn.redocly.com/icons/fa/7.0.0', 'assets'],
  ['https://cdn.redocly.com/icons/code/5.24.0', 'assets'],
  ['new e.Worker(import.meta.dirname+', 'new e.Worker(location.href+'],
  [':import.meta.url.replace(', ':location.href.replace('],
  ['export{RedocStandalone,hydrate,init};', ''],
]

/** Redoc as a script, which also works in pages that are opened as files. */
export function redocScript(source: string = readFileSync(script, 'utf8')): string {
  return changes.reduce((text, [from, to]) => {
    if (!text.includes(from))
      throw new Error(
        `Redoc has changed: its script does not contain ${from}. Adapt the list in tools/docs/output/redoc.ts.`,
      )
    return text.replaceAll(from, to)
  }, source)
}

/** A view for Redoc: with samples, and with the addresses of servers instead of variables. */
export const descriptionScript = (view: 'plain' | 'wire', contract: Contract): string =>
  `globalThis.description = ${JSON.stringify(shownIn(view, contract))}\n`

interface Addressable extends Server {
  readonly variables?: Readonly<Record<string, { readonly default: string }>>
}

function shownIn(view: 'plain' | 'wire', contract: Contract): Document {
  const document = contract[view]
  const calls = new Map(contract.calls.map((call) => [call.id, call]))
  const paths = Object.entries(document.paths).map(([path, item]) => {
    const members = Object.entries(item).map(([name, member]) =>
      isOperation(member)
        ? [name, withSamples(member, calls.get(member.operationId), view)]
        : [name, addressed(member)],
    )
    return [path, Object.fromEntries(members)]
  })
  return {
    ...document,
    ...(document.servers && { servers: document.servers.map(withAddress) }),
    paths: Object.fromEntries(paths),
  }
}

const isOperation = (member: unknown): member is { readonly operationId: string } =>
  typeof member === 'object' && member !== null && 'operationId' in member

function withSamples(operation: object, call: Call | undefined, view: 'plain' | 'wire'): object {
  const shown = (call ? samplesOf(call) : []).filter(({ name }) => (name === 'wire') === (view === 'wire'))
  const codeSamples = shown.map(({ label, language, code }) => ({
    lang: languages[language],
    label,
    source: code,
  }))
  return { ...operation, 'x-codeSamples': codeSamples }
}

// Names of Redoc's highlighter.
const languages = { ts: 'javascript', sh: 'bash', python: 'python' } as const

// Redoc treats an address that starts with a variable as a path of this site.
const addressed = (member: unknown): unknown =>
  Array.isArray(member) && member.every(isServer) ? member.map(withAddress) : member

const isServer = (member: unknown): member is Addressable =>
  typeof member === 'object' && member !== null && 'url' in member

const withAddress = ({ variables = {}, ...server }: Addressable): Addressable => ({
  ...server,
  url: Object.entries(variables).reduce(
    (url, [name, { default: text }]) => url.replace(`{${name}}`, text),
    server.url,
  ),
})
