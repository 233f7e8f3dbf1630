// Highlighting of the languages of the samples.

/** Patterns by language, with the groups that the highlighter expects: comment, string, its quote, keyword. */
export const otherPatterns: Readonly<Record<string, RegExp>> = {
  go: pattern(
    slashes(),
    '["`]',
    'const defer else for func if import package range return struct switch type var',
  ),
  java: pattern(
    slashes(),
    `["']`,
    'abstract catch class do else final for if import interface new private public record return static switch throw throws try var void while',
  ),
  php: pattern(
    slashes(),
    `["']`,
    'abstract catch class const declare else extends final fn foreach function if match namespace new private protected public readonly require_once return static throw try use',
  ),
  python: pattern(
    '#.*',
    `["']`,
    'and class def else except for from if import in is lambda not or pass raise return try with',
  ),
}

function slashes(): string {
  return String.raw`\/\/.*|\/\*[^]*?\*\/`
}

function pattern(comment: string, quote: string, keywords: string): RegExp {
  const text = String.raw`"""[^]*?"""|(${quote})(?:(?!\3)[^\\\n]|\\.)*\3`
  return new RegExp(String.raw`(${comment})|(${text})|\b(${keywords.replaceAll(' ', '|')})\b`, 'g')
}
