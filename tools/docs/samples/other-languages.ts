// The plain call in languages whose standard library makes HTTP calls. The URL and the body are the same in each.
import { type Call, toText } from '../contract.ts'

/** The plain call over HTTP. */
export interface PlainRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** JSON; absent for GET. */
  readonly body?: string
}

// The only header in the plain view.
export const credential = { 'Api-Key': 'demo' } as const

/** Creates the plain request of a call. */
export function createPlainRequest({ facts, path, parameters }: Call, plain: string): PlainRequest {
  const url = `${plain}${path}`
  if (facts.family === 'token') return { url, headers: credential }
  if (facts.method === 'POST')
    return { url, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(parameters) }
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeText(toText(value))}`)
  return { url: query.length > 0 ? `${url}?${query.join('&')}` : url, headers: {} }
}

const encodeText = (text: string): string => encodeURIComponent(text).replaceAll('%2C', ',')

export function createPhpSample({ url, headers, body }: PlainRequest): string {
  const options = [
    ...(body === undefined ? [] : [`'method' => 'POST'`]),
    ...Object.entries(headers).map(([name, value]) => `'header' => '${name}: ${value}'`),
    ...(body === undefined ? [] : [`'content' => ${quotePhp(body)}`]),
  ]
  const context = options.length > 0 && [
    `$context = stream_context_create(['http' => [`,
    ...options.map((option) => `    ${option},`),
    ']]);',
  ]
  return [
    '<?php',
    ...(context || []),
    `$response = file_get_contents(${quotePhp(url)}${context ? ', false, $context' : ''});`,
    'echo $response, PHP_EOL;',
  ].join('\n')
}

const quotePhp = (text: string): string => `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`

export function createGoSample({ url, headers, body }: PlainRequest): string {
  const reader = body === undefined ? 'nil' : `strings.NewReader(${quoteGo(body)})`
  const packages = ['fmt', 'io', 'net/http', ...(body === undefined ? [] : ['strings'])]
  return [
    'package main',
    '',
    'import (',
    ...packages.map((name) => `\t"${name}"`),
    ')',
    '',
    'func main() {',
    `\trequest, err := http.NewRequest("${body === undefined ? 'GET' : 'POST'}", ${JSON.stringify(url)}, ${reader})`,
    ...stopOnError,
    ...Object.entries(headers).map(([name, value]) => `\trequest.Header.Set("${name}", "${value}")`),
    '\tresponse, err := http.DefaultClient.Do(request)',
    ...stopOnError,
    '\tdefer response.Body.Close()',
    '\tbody, err := io.ReadAll(response.Body)',
    ...stopOnError,
    '\tfmt.Println(string(body))',
    '}',
  ].join('\n')
}

const stopOnError = ['\tif err != nil {', '\t\tpanic(err)', '\t}'] as const

const quoteGo = (text: string): string => (text.includes('`') ? JSON.stringify(text) : `\`${text}\``)

export function createJavaSample({ url, headers, body }: PlainRequest): string {
  const calls = [
    ...Object.entries(headers).map(([name, value]) => `.header("${name}", "${value}")`),
    ...(body === undefined ? [] : [`.POST(HttpRequest.BodyPublishers.ofString(${JSON.stringify(body)}))`]),
    '.build();',
  ]
  return [
    'import java.net.URI;',
    'import java.net.http.*;',
    '',
    'public class Example {',
    '    public static void main(String[] args) throws Exception {',
    `        var uri = URI.create(${JSON.stringify(url)});`,
    '        var request = HttpRequest.newBuilder(uri)',
    ...calls.map((call) => `            ${call}`),
    '        var response = HttpClient.newHttpClient()',
    '            .send(request, HttpResponse.BodyHandlers.ofString());',
    '        System.out.println(response.body());',
    '    }',
    '}',
  ].join('\n')
}
