// The tools as an MCP server. Only `custody mcp` loads it, because its SDK is an optional dependency.
import { type CallToolResult, fromJsonSchema, McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'

import { failureOf } from '../failures.ts'
import { jsonOf } from '../screen.ts'
import { type Arguments, type Surroundings, type Tool, tools } from './tools.ts'

const instructions =
  'A custody interface for merchants: docs, plain calls and control of a sandbox on this machine. Begin with search_docs. Amounts are decimal strings.'

/** Serves the tools on standard input and output. */
export const served = (
  version: string,
  surroundings: Surroundings,
): { readonly close: () => Promise<void> } => serveStdio(() => serverOf(version, surroundings))

function serverOf(version: string, surroundings: Surroundings): McpServer {
  const server = new McpServer({ name: 'custody', version }, { instructions })
  for (const [name, tool] of Object.entries(tools)) {
    const { title, description, required, optional, readOnly } = tool
    const inputSchema = fromJsonSchema<Arguments>({
      type: 'object',
      properties: { ...required, ...optional },
      required: Object.keys(required),
      additionalProperties: false,
    })
    const annotations = { readOnlyHint: readOnly, openWorldHint: false }
    server.registerTool(name, { title, description, inputSchema, annotations }, (given) =>
      resultOf(tool, given, surroundings),
    )
  }
  return server
}

async function resultOf(tool: Tool, given: Arguments, surroundings: Surroundings): Promise<CallToolResult> {
  try {
    return { content: [{ type: 'text', text: textOf(await tool.run(given, surroundings)) }] }
  } catch (error) {
    const failure = failureOf(error)
    if (failure === undefined) throw error
    return { content: [{ type: 'text', text: failure.message }], isError: true }
  }
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (jsonOf(value, 1) ?? 'Done; the call answers nothing.')
