// Imported lazily, because its SDK is an optional dependency.
import { type CallToolResult, fromJsonSchema, McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'

import { toFailure } from '../failures.ts'
import { toJson } from '../screen.ts'
import { type Arguments, type ToolContext, type Tool, tools } from './tools.ts'

const instructions =
  'A custody API for merchants: docs, plain calls and control of a sandbox on this machine. Start with search_docs. Amounts are decimal strings.'

/** Serves the tools on standard input and output. */
export const startServer = (version: string, context: ToolContext): { readonly close: () => Promise<void> } =>
  serveStdio(() => createServer(version, context))

function createServer(version: string, context: ToolContext): McpServer {
  const server = new McpServer({ name: 'custody', version }, { instructions })
  for (const [name, tool] of Object.entries(tools)) {
    const { title, description, required, optional, isReadOnly } = tool
    const inputSchema = fromJsonSchema<Arguments>({
      type: 'object',
      properties: { ...required, ...optional },
      required: Object.keys(required),
      additionalProperties: false,
    })
    const annotations = { readOnlyHint: isReadOnly, openWorldHint: false }
    server.registerTool(name, { title, description, inputSchema, annotations }, (values) =>
      runTool(tool, values, context),
    )
  }
  return server
}

async function runTool(tool: Tool, values: Arguments, context: ToolContext): Promise<CallToolResult> {
  try {
    return { content: [{ type: 'text', text: formatResult(await tool.run(values, context)) }] }
  } catch (error) {
    const failure = toFailure(error)
    if (failure === undefined) throw error
    return { content: [{ type: 'text', text: failure.message }], isError: true }
  }
}

const formatResult = (value: unknown): string =>
  typeof value === 'string' ? value : (toJson(value, 1) ?? 'Done. The call returns nothing.')
