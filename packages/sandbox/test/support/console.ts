// The console as a browser uses it, without a browser: pages, forms and cookies over HTTP.
import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll } from 'vitest'

import type { Sandbox, SandboxServers } from '../../src/index.ts'
import { listenForTest, token } from './control.ts'
import { createTestSandbox, createUnclosedSandbox } from './sandbox.ts'

/** One browser with a session. */
export interface Visit {
  readonly sandbox: Sandbox
  readonly servers: SandboxServers
  /** Scheme, host and port of the console. */
  readonly origin: string
  readonly cookie: string
  readonly get: (path: string, headers?: Readonly<Record<string, string>>) => Promise<Response>
  /** HTML of a page that has to be there. */
  readonly page: (path: string) => Promise<string>
  /** Sends a form of a page, as the page itself does. */
  readonly post: (
    path: string,
    fields: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Response>
  /** Makes a control call by its form. Returns the page after it. */
  readonly call: (id: string, parameters?: Readonly<Record<string, string>>) => Promise<string>
}

export async function openVisit(sandbox?: Sandbox): Promise<Visit> {
  const ownSandbox = sandbox ?? (await createTestSandbox())
  const servers = await listenForTest(ownSandbox)
  return createVisit(ownSandbox, servers, await openSession(servers.consoleUrl()))
}

/** One visit for all tests of a file, which change nothing that another one reads. */
export function useSharedVisit(): () => Visit {
  let visit: Visit | undefined
  beforeAll(async () => {
    const sandbox = await createUnclosedSandbox()
    const servers = await sandbox.listen({ controlToken: token })
    visit = await createVisit(sandbox, servers, await openSession(servers.consoleUrl()))
  })
  afterAll(async () => {
    await visit?.servers.close()
    await visit?.sandbox.close()
  })
  return () => {
    if (visit) return visit
    throw new Error('The visit begins with the first test.')
  }
}

/** The cookie of a new session. */
export async function openSession(address: string): Promise<string> {
  const response = await fetch(address, { redirect: 'manual' })
  return response.headers.get('set-cookie')?.split(';')[0] ?? ''
}

/** The fields with which a page says who sends its forms. */
export function readHiddenFields(html: string): Readonly<Record<'form' | 'once' | 'rows', string>> {
  const value = (name: string): string => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ''
  return { form: value('form'), once: value('once'), rows: value('rows') }
}

async function createVisit(sandbox: Sandbox, servers: SandboxServers, cookie: string): Promise<Visit> {
  const { url: origin } = servers.control
  const get: Visit['get'] = (path, headers = {}) =>
    fetch(origin + path, { redirect: 'manual', headers: { cookie, ...headers } })
  const page: Visit['page'] = async (path) => {
    const response = await get(path)
    if (response.status !== 200) throw new Error(`${path} returned HTTP ${response.status}.`)
    return response.text()
  }
  const fields = readHiddenFields(await page('/console/'))
  const post: Visit['post'] = (path, input, headers = {}) =>
    fetch(origin + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie, origin, ...headers },
      body: new URLSearchParams({ ...fields, once: randomUUID(), ...input }),
    })
  return {
    sandbox,
    servers,
    origin,
    cookie,
    get,
    page,
    post,
    async call(id, parameters = {}) {
      const fields = Object.entries(parameters).map(([name, value]) => [`p.${name}`, value])
      await post('/console/call', { call: id, back: '/console/', ...Object.fromEntries(fields) })
      return page('/console/')
    },
  }
}

/** Texts of the cells of the rows with a key, without tags. */
export const listRows = (html: string): readonly (readonly string[])[] =>
  [...html.matchAll(/<tr data-row[ >=].*?<\/tr>/gs)].map(([row]) =>
    [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = '']) => readText(cell)),
  )

/** Text of HTML without its tags. */
export const readText = (html: string): string => html.replaceAll(/<[^>]*>/g, '')

/** Tone and title of the notice of a page, such as `good: Ran 3 timers.`; empty without one. */
export function readNotice(html: string): string {
  const [, tone = '', title = ''] =
    /<div class="ui-notice (\w+)" role="(?:alert|status)">.*?<p class="ui-notice-title">(.*?)<\/p>/s.exec(html) ?? []
  return tone === '' ? '' : `${tone}: ${readText(title).trim()}`
}
