import { readFileSync } from 'node:fs'

import { root } from '../contract.ts'
import { type Page, formatCodeBlock, joinParagraphs, formatTable } from '../page.ts'

/** A language with a sample of the codec. The long tests run these files, so a page cannot differ from them. */
interface Language {
  readonly title: string
  readonly folder: string
  /** Class of its code blocks. */
  readonly code: string
  readonly needs: string
  readonly install: string
  /** Runs the example, from the folder of the sample. */
  readonly command: string
  readonly example: string
  /** What to copy into a project. */
  readonly files: readonly string[]
  /** What the library does with a bad block of a classic envelope. */
  readonly badBlocks: string
  /** What only this language needs to know. */
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
    needs: 'Java 17, and nothing else',
    install: 'apt-get install default-jdk-headless',
    command: 'javac Example.java && java Example FOLDER/modern URL',
    example: 'Example.java',
    files: ['Custody.java', 'Modern.java', 'Classic.java', 'Bytes.java', 'Json.java'],
    badBlocks: 'The provider of the JDK throws a `BadPaddingException`.',
    notes: [
      'The JDK reads no JSON, so `Json.java` does. After a message is open, any library can read its content; let it use `BigDecimal` for amounts.',
    ],
  },
  {
    title: 'Go',
    folder: 'go',
    code: 'go',
    needs: 'Go 1.19, and nothing else',
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
    'The body of a response. Under `modern`, these responses are plain JSON.',
  ],
  ['seal request, open request', 'v1', 'The body of a request: `app_id`, `time`, `sign` and `data`.'],
  [
    'seal response, open response',
    'v1',
    'The body of a response. Both take the body of the request, because `modern` ties a response to its request.',
  ],
] as const

const checks = [
  'The algorithms are fixed. A header must equal the expected one in every field, so a message chooses nothing.',
  'Under `modern`, the context is compared: direction, receiver, merchant, path and time; in a response also code, message and request.',
  'base64url and UTF-8 are read strictly.',
  'JSON is read as our packages read it. Two fields with the same name, lone surrogates, more than 16 levels, and the names `__proto__`, `constructor` and `prototype` are rejected. Numbers may have any length.',
  'A content is an object. The content of a response may be a list.',
  'Decryption comes first and verification second. Content leaves the codec only after both.',
  'Every failure is the same error without a cause.',
  'Under `classic`, a response with a code other than 0 is rejected, because its code is not signed.',
]

const limits = [
  'It makes no HTTP calls, and does not check that a content fits its call: see the [reference](ROOTreference.md).',
  'It does not detect replays, and does not compare `time` with the clock. Make handlers idempotent: see [Notifications](ROOTguides/notifications.md).',
  'It reads messages of up to 1 MB. Let your HTTP server reject requests above 256 KB.',
  'It has one key for each use, in this process. For a [rotation](ROOTguides/key-rotation.md), keep one codec for each key, and choose it by the key id in the header.',
  'It reads and writes only base64url in `classic`, with the block sizes of the known deployments.',
  'Under `classic`, no signature covers the context: anyone who sees a message can send it again on another path or as a response to another request, and can reorder the blocks of a query.',
]

/** Links from a page below `languages/` or beside it. */
const resolveLinks = (text: string, toRoot: string): string => text.replaceAll('ROOT', toRoot)
const formatList = (items: readonly string[], toRoot = ''): string =>
  items.map((item) => `- ${resolveLinks(item, toRoot)}`).join('\n')

/** What all samples have in common, and a page for each. */
export const createLanguagePages = (): readonly Page[] => [
  createOverview(),
  ...languages.map(createLanguagePage),
]

function createOverview(): Page {
  return {
    path: 'languages',
    title: 'Other languages',
    summary:
      'Seal, open and verify messages in Python, Java, Go and PHP, with samples that are tested against the published vectors.',
    section: 'Guides',
    markdown: joinParagraphs(
      '# Other languages',
      'With these samples, a merchant who does not use our packages can seal, open and verify messages of both profiles. Copy the files into your project. The long tests of the repository let each sample open the published vectors, reject each of them with one change, exchange messages with our packages, and read odd JSON as they do. [What travels on the wire](envelope.md) shows the same steps one by one.',
      formatTable(
        ['Language', 'Needs at least', 'Files'],
        languages.map(({ title, folder, needs, files }) => [
          `[${title}](languages/${folder}.md)`,
          needs,
          files.map((file) => `[${file}](${getSourcePath(folder, file)})`).join(', '),
        ]),
      ),
      '## What each sample can do',
      'A content is a JSON text with the fields that the wire has. In v2 and MPC calls, you add `time`, `charset` and, in v2, `version`.',
      formatTable(['Functions', 'For', 'What they seal and open'], functions),
      '## What each sample checks',
      formatList(checks),
      '## What no sample does',
      formatList(limits),
      '## Test your own codec',
      'The package `@custody-wallet/encryption` publishes messages with the keys that open them, in `vectors/modern.json` and `vectors/classic.json`; `vectors/README.md` explains their fields. Every implementation has to open all of them. Also change one byte of each, its path, its time and its request: under `modern`, all of these have to be rejected.',
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
    summary: `Seal, open and verify messages of both profiles in ${title}: install, use and copy the sample.`,
    section: 'Guides',
    under: 'languages',
    markdown: joinParagraphs(
      `# ${title}`,
      `A codec for both profiles in ${title}. It needs at least ${needs}. [Other languages](../languages.md) has what all samples check, and [What travels on the wire](../envelope.md) shows each step.`,
      '## Install',
      formatCodeBlock('sh', install),
      '## Use it',
      `\`npm start\` in the repository prints the folder of the demo credentials of the mock, and the address of the wire mock. Write the first one for FOLDER, and the second one for URL. In \`samples/${folder}\`, run:`,
      formatCodeBlock('sh', command),
      'The program pulls withdrawals and reads an account:',
      formatCodeBlock(code, readSource(folder, example)),
      'For `classic`, make the codec `Classic` and give it the same pair for both uses.',
      '## Copy the sample',
      ...files.flatMap((file) => [
        `### ${file}`,
        `[Download ${file}](../${getSourcePath(folder, file)})`,
        formatCodeBlock(code, readSource(folder, file)),
      ]),
      '## Open classic envelopes',
      `An error for a block with invalid PKCS#1 v1.5 padding lets an attacker decrypt messages (Bleichenbacher's attack), so a library should return pseudo-random bytes instead (implicit rejection). ${badBlocks} The sample replaces such a block with random bytes, so the message fails like one with a wrong signature. Without implicit rejection, a small difference in time remains. Limit the rejected messages of each sender, and prefer \`modern\`, or \`classic\` with OAEP envelopes, if the other side can.`,
      '## What it does not do',
      formatList([...notes, ...limits], '../'),
    ),
  }
}

/** The files of all samples, by their path in the site. */
export const listSampleFiles = (): readonly (readonly [string, string])[] =>
  languages.flatMap(({ folder, files }) =>
    files.map((file) => [getSourcePath(folder, file), readSource(folder, file)] as const),
  )
