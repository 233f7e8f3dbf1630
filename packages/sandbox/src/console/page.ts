import type { JSX } from 'hono/jsx/jsx-runtime'

import type { Control } from '../control/control.ts'
import type { RejectedForm } from './access.ts'
import type { ViewUrls } from './commands.ts'

/** One view of the console, for one merchant. */
export interface PageContext {
  /** The only access of pages to the sandbox. */
  readonly control: Control
  /** app_id of the chosen merchant. */
  readonly appId: string
  readonly readOnly: boolean
  /** Address of the docs without a trailing slash; undefined if it is unknown. */
  readonly docsUrl: string | undefined
  /** Scheme, host and port of the console, without a slash. */
  readonly origin: string
  /** Path and query of the page. */
  readonly path: string
  readonly query: URLSearchParams
  /** Returns a named segment of the path. */
  readonly getPathParameter: (name: string) => string
  readonly formToken: string
  /** Id of this rendering of the page, which accepts one action. */
  readonly onceId: string
  /** Changes when all data is replaced. */
  readonly dataRevision: number
  /** URLs of the views that merchants call. */
  readonly urls: ViewUrls
  /** Id of the form that was sent before this page. */
  readonly sender: string | undefined
  /** The form that was rejected before this page, if it has one. */
  readonly rejected: RejectedForm | undefined
  /** Field of the form that requested the page; empty without a form. */
  readonly readField: (name: string) => string
}

export interface Page {
  readonly title: string
  readonly content: JSX.Element
  /** HTTP status; 200 unless given. */
  readonly status?: 404
}

export type RenderPage = (context: PageContext) => Promise<Page>
