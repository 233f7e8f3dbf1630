// Renders the component of docs/frameworks.md before and after a back end has responded: render.js URL COOKIE
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'

import { Balance, balanceQuery } from './compiled/balance.js'

const [, , url, cookie] = process.argv
const send = globalThis.fetch
// A browser adds the address of its page, and the cookie.
globalThis.fetch = (path, init) => send(new URL(path, url), { ...init, headers: { cookie } })

// A server renders once, so it must not try again.
const client = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } })
const render = () => renderToString(createElement(QueryClientProvider, { client }, createElement(Balance)))
const before = render()
await client.prefetchQuery(balanceQuery)
console.log(JSON.stringify([before, render()]))
client.clear()
