// Small pages without the navigation: signing in, and what cannot be shown.
import { Button, Brand, Input, Notice, PageHeader } from '@custody-wallet/pages'
import { UnavailableError } from '@custody-wallet/server'
import type { Child } from 'hono/jsx'
import type { JSX } from 'hono/jsx/jsx-runtime'

import { toControlProblem } from '../../control/mistakes.ts'
import type { Page } from '../page.ts'
import { Hidden } from '../parts/form.tsx'
import { Document } from '../parts/layout.tsx'

interface SmallPageProps {
  readonly title: string
  readonly children: Child
}

const SmallPage = ({ title, children }: SmallPageProps): JSX.Element => (
  <Document title={title}>
    <main class="small">
      <Brand text="custody sandbox" href="/console/" />
      <h1>{title}</h1>
      {children}
    </main>
  </Document>
)

interface MessagePageProps {
  readonly title: string
  readonly text: Child
}

export const MessagePage = ({ title, text }: MessagePageProps): JSX.Element => (
  <SmallPage title={title}>
    <p>{text}</p>
  </SmallPage>
)

const signInProblems = {
  expired: 'This link has expired. Paste the control token from your terminal.',
  wrong: "Wrong token. Copy the control token from the sandbox's terminal.",
} as const

interface SignInProps {
  /** Path of the page to show then. */
  readonly back: string
  readonly problem?: keyof typeof signInProblems
}

export const SignInPage = ({ problem, back }: SignInProps): JSX.Element => (
  <SmallPage title="Sign in">
    {problem && <Notice tone={problem === 'wrong' ? 'stop' : 'wait'} title={signInProblems[problem]} />}
    <form method="post" action="/console/enter" class="ui-form">
      <Hidden values={{ back }} />
      <Input
        name="token"
        label="Control token"
        type="password"
        help={
          <>
            It is printed in the terminal of the sandbox. Or run <code>custody console</code> for a link that signs you
            in.
          </>
        }
        isRequired
        autofocus
      />
      <Button type="submit" variant="primary">
        Open the console
      </Button>
    </form>
  </SmallPage>
)

export const noPage: Page = {
  title: 'Page not found',
  content: <PageHeader title="Page not found" meta="Choose a page of the navigation." />,
  status: 404,
}

export const createMissingPage = (error: unknown): Page => ({
  title: 'Not found',
  content: <PageHeader title="Not found" meta={toControlProblem(error).detail} />,
  status: 404,
})

interface Failure {
  readonly status: 500 | 503
  readonly headers: Readonly<Record<string, string>>
  readonly page: JSX.Element
}

/** Describes why the console could not respond. */
export const describeFailure = (error: unknown): Failure =>
  error instanceof UnavailableError
    ? {
        status: 503,
        headers: { 'retry-after': '1' },
        page: (
          <MessagePage
            title="The sandbox is unavailable"
            text="Its database does not respond. Check the terminal for the reason, then reload this page."
          />
        ),
      }
    : {
        status: 500,
        headers: {},
        page: <MessagePage title="The sandbox failed" text="Check its terminal for the error." />,
      }
