// What every page gets, and what it makes.
import type { JSX } from 'hono/jsx/jsx-runtime'

import type { Control } from '../control/control.ts'
import type { ViewUrls } from './commands.ts'

/** One view of the console, for one merchant. */
export interface PageContext {
  /** Everything that a page knows of the sandbox, and everything that it can do. */
  readonly control: Control
  /** app_id of the chosen merchant. */
  readonly appId: string
  readonly readOnly: boolean
  /** Scheme, host and port of the console, without a slash. */
  readonly origin: string
  /** Path and query of the page. */
  readonly path: string
  readonly query: URLSearchParams
  /** Parts of the path by name. */
  readonly getPathParameter: (name: string) => string
  readonly formToken: string
  /** Id of the page that the browser got: it takes one action. */
  readonly onceId: string
  /** Which rows the page shows; another number after all were replaced. */
  readonly dataRevision: number
  /** Addresses of the views that merchants call. */
  readonly urls: ViewUrls
  /** Text of a field of the form that asked for the page; empty unless a form did. */
  readonly readField: (name: string) => string
}

/** A page: its title, and the content that stays up to date. */
export interface Page {
  readonly title: string
  readonly content: JSX.Element
  /** HTTP status; 200 unless given. */
  readonly status?: 404
}

/** Makes a page from what the sandbox has now. */
export type RenderPage = (context: PageContext) => Promise<Page>
