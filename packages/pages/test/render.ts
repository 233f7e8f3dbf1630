import type { JSX } from 'hono/jsx/jsx-runtime'

export const render = async (element: JSX.Element): Promise<string> => String(await element)
