/** Patterns by language, with the groups that the highlighter expects: comment, string, its quote, keyword. */
export const otherPatterns: Readonly<Record<string, RegExp>> = {
  go: createPattern(
    createSlashPattern(),
    '["`]',
    'const defer else for func if import package range return struct switch type var',
  ),
  java: createPattern(
    createSlashPattern(),
    `["']`,
    'abstract catch class do else final for if import interface new private public record return static switch throw throws try var void while',
  ),
  php: createPattern(
    createSlashPattern(),
    `["']`,
    'abstract catch class const declare else extends final fn foreach function if match namespace new private protected public readonly require_once return static throw try use',
  ),
  python: createPattern(
    '#.*',
    `["']`,
    'and class def else except for from if import in is lambda not or pass raise return try with',
  ),
}

function createSlashPattern(): string {
  return String.raw`\/\/.*|\/\*[^]*?\*\/`
}

function createPattern(comment: string, quote: string, keywords: string): RegExp {
  const text = String.raw`"""[^]*?"""|(${quote})(?:(?!\3)[^\\\n]|\\.)*\3`
  return new RegExp(String.raw`(${comment})|(${text})|\b(${keywords.replaceAll(' ', '|')})\b`, 'g')
}
