import { readFileSync } from 'node:fs'

import type { Document, Server } from '../../redocly/document.ts'
import { type Call, type Contract, root } from '../contract.ts'
import { createSamples, type Sample } from '../samples/samples.ts'

const script = new URL('node_modules/@redocly/cli/lib/chunks/redoc.standalone.js', root)

// Replacements of code that loads from other hosts or needs a module. All must exist in the script.
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

/** Builds Redoc without requests to other hosts, as a script that also works in pages opened as files. */
export function createRedocScript(source: string = readFileSync(script, 'utf8')): string {
  return changes.reduce((text, [from, to]) => {
    if (!text.includes(from))
      throw new Error(
        `Redoc has changed: its script does not contain ${from}. Adapt the list in tools/docs/output/redoc.ts.`,
      )
    return text.replaceAll(from, to)
  }, source)
}

/** Prepares a view for Redoc: adds samples, and replaces variables with addresses of servers. */
export const createDescriptionScript = (view: 'plain' | 'wire', contract: Contract): string =>
  `globalThis.description = ${JSON.stringify(createShownView(view, contract))}\n`

interface ServerWithVariables extends Server {
  readonly variables?: Readonly<Record<string, { readonly default: string }>>
}

function createShownView(view: 'plain' | 'wire', contract: Contract): Document {
  const document = contract[view]
  const calls = new Map(contract.calls.map((call) => [call.id, call]))
  const paths = Object.entries(document.paths).map(([path, item]) => {
    const fields = Object.entries(item).map(([name, field]) =>
      isOperation(field) ? [name, addSamples(field, calls.get(field.operationId), view)] : [name, addAddresses(field)],
    )
    return [path, Object.fromEntries(fields)]
  })
  return {
    ...document,
    ...(document.servers && { servers: document.servers.map(addAddress) }),
    paths: Object.fromEntries(paths),
  }
}

const isOperation = (field: unknown): field is { readonly operationId: string } =>
  typeof field === 'object' && field !== null && 'operationId' in field

function addSamples(operation: object, call: Call | undefined, view: 'plain' | 'wire'): object {
  const samples = (call ? createSamples(call) : []).filter(({ name }) => shownSamples[view].includes(name))
  const codeSamples = samples.map(({ label, language, code }) => ({
    lang: languages[language],
    label,
    source: code,
  }))
  return { ...operation, 'x-codeSamples': codeSamples }
}

// The page of each call has samples in more languages.
const shownSamples: Readonly<Record<'plain' | 'wire', readonly Sample['name'][]>> = {
  plain: ['typescript', 'plain'],
  wire: ['wire'],
}

// Names of Redoc's highlighter.
const languages: Readonly<Record<string, string>> = { ts: 'javascript', sh: 'bash' }

// Redoc treats a URL that starts with a variable as a path of this site.
const addAddresses = (field: unknown): unknown =>
  Array.isArray(field) && field.every(isServer) ? field.map(addAddress) : field

const isServer = (field: unknown): field is ServerWithVariables =>
  typeof field === 'object' && field !== null && 'url' in field

const addAddress = ({ variables = {}, ...server }: ServerWithVariables): ServerWithVariables => ({
  ...server,
  url: Object.entries(variables).reduce((url, [name, { default: text }]) => url.replace(`{${name}}`, text), server.url),
})
