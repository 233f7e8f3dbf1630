import { readFileSync } from 'node:fs'

import { root } from '../contract.ts'
import { type Page, formatCodeBlock, joinParagraphs, formatTable } from '../page.ts'

/** A language with a sample of the codec. */
interface Language {
  readonly title: string
  readonly folder: string
  /** Class of its code blocks. */
  readonly code: string
  readonly needs: string
  readonly install: string
  /** Command that runs the example in the folder of the sample. */
  readonly command: string
  readonly example: string
  /** Files to copy into a project. */
  readonly files: readonly string[]
  /** Behavior of the library for a bad block of a classic envelope. */
  readonly badBlocks: string
  /** Notes for this language. */
  readonly notes: readonly string[]
}

const languages: readonly Language[] = [
  {
    title: 'Python',
    folder: 'python',
    code: 'python',
    needs: 'Python 3.10, `cryptography` 38',
    install: 'apt-get install python3-cryptography # or: pip install cryptography',
    command: 'python3 example.py FOLDER/modern URL',
    example: 'example.py',
    files: ['custody.py'],
    badBlocks:
      'With OpenSSL 3.2 or later, `cryptography` returns pseudo-random bytes. With OpenSSL 3.0, as in Debian 12, it raises an error.',
    notes: [
      'Old versions of `cryptography` cannot make blocks of type 1. There the sample computes them itself, with blinding. Python integers do not run in constant time, so use a version with `NoDigestInfo` in production.',
      'Read an opened content with `json.loads(content, parse_float=Decimal)`: a float rounds amounts.',
    ],
  },
  {
    title: 'Java',
    folder: 'java',
    code: 'java',
    needs: 'Java 17',
    install: 'apt-get install default-jdk-headless',
    command: 'javac Example.java && java Example FOLDER/modern URL',
    example: 'Example.java',
    files: ['Custody.java', 'Modern.java', 'Classic.java', 'Bytes.java', 'Json.java'],
    badBlocks: 'The provider of the JDK throws a `BadPaddingException`.',
    notes: [
      'The JDK has no JSON parser, so the sample includes `Json.java`. You can parse the opened content with any library; use `BigDecimal` for amounts.',
    ],
  },
  {
    title: 'Go',
    folder: 'go',
    code: 'go',
    needs: 'Go 1.19',
    install: 'apt-get install golang-go',
    command: 'go run ./example FOLDER/modern URL',
    example: 'example/main.go',
    files: ['custody.go', 'modern.go', 'classic.go', 'text.go'],
    badBlocks: '`rsa.DecryptPKCS1v15` returns an error.',
    notes: [
      'In a struct, Go matches field names without regard to case, so `amount` and `Amount` fill the same field. Read an opened content into a map, and take its fields by their exact names.',
      'Read amounts of an opened content as `json.Number`: a float64 rounds them.',
    ],
  },
  {
    title: 'PHP',
    folder: 'php',
    code: 'php',
    needs: 'PHP 8.1 with `openssl`, phpseclib 3',
    install: 'apt-get install php-cli php-gmp php-phpseclib3 # or: composer require phpseclib/phpseclib:~3.0',
    command: 'php example.php FOLDER/modern URL',
    example: 'example.php',
    files: ['custody.php'],
    badBlocks:
      'With OpenSSL 3.2 or later, `openssl_private_decrypt` returns pseudo-random bytes. With OpenSSL 3.0, as in Debian 12, it returns `false`.',
    notes: [
      'The extension `openssl` has OAEP with SHA-256 and PSS only from PHP 8.5 on, so `modern` uses phpseclib.',
      'Without the extension `gmp`, phpseclib needs hundreds of milliseconds for a private key operation instead of a few.',
      '`json_decode` rounds amounts that are JSON numbers. Take them from the text of the opened content.',
    ],
  },
]

const functions = [
  ['seal query, open query', 'v2 and MPC', '`data` of a request.'],
  [
    'seal query response, open query response',
    'v2 and MPC, only `classic`',
    'The body of a response. With `modern`, these responses are plain JSON.',
  ],
  ['seal request, open request', 'v1', 'The body of a request: `app_id`, `time`, `sign` and `data`.'],
  [
    'seal response, open response',
    'v1',
    'The body of a response. Both need the body of the request, because `modern` binds the response to it.',
  ],
] as const

const checks = [
  'The algorithms are fixed. A header must equal the expected one in every field, so a message chooses nothing.',
  'Under `modern`, the context is compared: direction, receiver, merchant, path and time; in a response also code, message and request.',
  'base64url and UTF-8 are read strictly.',
  'JSON is read as our packages read it. Two fields with the same name, lone surrogates, more than 16 levels, and the names `__proto__`, `constructor` and `prototype` are rejected. Numbers may have any length.',
  'The content is an object. The content of a response may also be a list.',
  'Decryption comes first and verification second. Content leaves the codec only after both.',
  'Every failure is the same error without a cause.',
  'Under `classic`, a response with a code other than 0 is rejected, because its code is not signed.',
]

const limits = [
  'It makes no HTTP calls, and does not check that the content fits its call: see the [reference](ROOTreference.md).',
  'It does not detect replays, and does not compare `time` with the clock. Make handlers idempotent: see [Notifications](ROOTguides/notifications.md).',
  'It reads messages of up to 1 MB. Let your HTTP server reject requests above 256 KB.',
  'It has one key for each use, in this process. For a [rotation](ROOTguides/key-rotation.md), keep one codec for each key, and choose it by the key id in the header.',
  'It reads and writes only base64url in `classic`, with the block sizes of the known deployments.',
  'With `classic`, no signature covers the context: anyone who sees a message can send it again on another path or as a response to another request, and can reorder the blocks of a query.',
]

/** Links from a page below `languages/` or beside it. */
const resolveLinks = (text: string, toRoot: string): string => text.replaceAll('ROOT', toRoot)
const formatList = (items: readonly string[], toRoot = ''): string =>
  items.map((item) => `- ${resolveLinks(item, toRoot)}`).join('\n')

export const createLanguagePages = (): readonly Page[] => [createOverview(), ...languages.map(createLanguagePage)]

function createOverview(): Page {
  return {
    path: 'languages',
    title: 'Other languages',
    summary: 'Seal and open messages in Python, Java, Go and PHP with tested samples.',
    section: 'Guides',
    markdown: joinParagraphs(
      '# Other languages',
      'To use the interface without our packages, copy a sample into your project. It seals messages (encrypts and signs them) and opens them (decrypts and verifies them) for both profiles. All samples are tested against the published vectors and our packages. [Messages on the wire](envelope.md) shows each step.',
      formatTable(
        ['Language', 'Needs at least', 'Files'],
        languages.map(({ title, folder, needs, files }) => [
          `[${title}](languages/${folder}.md)`,
          needs,
          files.map((file) => `[${file}](${getSourcePath(folder, file)})`).join(', '),
        ]),
      ),
      '## Functions',
      'The content is a JSON text with the fields of the wire view. In v2 and MPC calls, add `time` and `charset`, and in v2 also `version`.',
      formatTable(['Functions', 'Calls', 'Message'], functions),
      '## What each sample checks',
      formatList(checks),
      '## What the samples do not do',
      formatList(limits),
      '## Test your own codec',
      'The package `@custody-wallet/encryption` publishes messages with the keys that open them, in `vectors/modern.json` and `vectors/classic.json`; `vectors/README.md` explains their fields. Your codec must open all of them. Then change one byte, the path, the time or the request of each message: with `modern`, your codec must reject all of them.',
    ),
  }
}

const getSourcePath = (folder: string, file: string): string => `samples/${folder}/${file}`
const readSource = (folder: string, file: string): string =>
  readFileSync(new URL(getSourcePath(folder, file), root), 'utf8')

function createLanguagePage(language: Language): Page {
  const { title, folder, code, needs, install, command, example, files, badBlocks, notes } = language
  return {
    path: `languages/${folder}`,
    title,
    summary: `Seal and open messages of both profiles in ${title}.`,
    section: 'Guides',
    under: 'languages',
    markdown: joinParagraphs(
      `# ${title}`,
      `A codec for both profiles in ${title}. It needs at least ${needs}. [Other languages](../languages.md) lists what all samples check, and [Messages on the wire](../envelope.md) shows each step.`,
      '## Install',
      formatCodeBlock('sh', install),
      '## Use it',
      `\`npm start\` in the repository prints the folder of the mock's demo credentials (FOLDER) and the address of the wire mock (URL). In \`samples/${folder}\`, run:`,
      formatCodeBlock('sh', command),
      'The program pulls withdrawals and reads an account:',
      formatCodeBlock(code, readSource(folder, example)),
      'For `classic`, create the codec `Classic` with the same key pair for both uses.',
      '## Copy the sample',
      ...files.flatMap((file) => [
        `### ${file}`,
        `[Download ${file}](../${getSourcePath(folder, file)})`,
        formatCodeBlock(code, readSource(folder, file)),
      ]),
      '## Open classic envelopes',
      `An error for a block with invalid PKCS#1 v1.5 padding lets an attacker decrypt messages (Bleichenbacher's attack), so a library should return pseudo-random bytes instead (implicit rejection). ${badBlocks} The sample replaces such a block with random bytes, so the message is rejected like one with a wrong signature. Without implicit rejection, a small timing difference remains. Limit rejected messages per sender, and prefer \`modern\`, or \`classic\` with OAEP envelopes, if the other side can.`,
      '## What it does not do',
      formatList([...notes, ...limits], '../'),
    ),
  }
}

/** Lists the files of all samples by their path in the site. */
export const listSampleFiles = (): readonly (readonly [string, string])[] =>
  languages.flatMap(({ folder, files }) =>
    files.map((file) => [getSourcePath(folder, file), readSource(folder, file)] as const),
  )
