import { exampleNextStep, listExampleCommands, exampleSummary, type SandboxAddresses } from './example.ts'

export interface StartupInfo extends SandboxAddresses {
  /** Address of the wire view. */
  readonly wire: string
  /** File or database with the rows; absent if they are in memory. */
  readonly data: string | undefined
  readonly readOnly: boolean
  /** Address of the console with a ticket. */
  readonly console: string
  /** Folder of the demo credentials. */
  readonly credentials: string
}

/** The message that the sandbox is listening. */
export const formatBanner = ({
  plain,
  wire,
  control,
  console,
  data,
  readOnly,
  credentials,
}: StartupInfo): string => `The sandbox is running:

  ${plain}  plain JSON, for front ends: the header App-Id names the merchant, demo-modern unless given
  ${wire}  sealed messages, for back ends with the demo credentials
  ${control.url}  control: users, chain and time, for programs with the token ${control.token}

Open the console to see and try it in a browser. This address works once, for 60 seconds; later, the console asks for the
token:

  ${console}

${readOnly ? readOnlyText : formatExampleSection({ plain, control })}

Demo credentials of this address: ${credentials}
Data: ${data ?? 'in memory, lost at the end'}${readOnly ? ' (read-only)' : ''}
Press Ctrl-C to stop.`

const readOnlyText =
  'It is read-only: it serves its data, and rejects every change. Start it without --read-only to change them.'

const formatExampleSection = (
  addresses: SandboxAddresses,
): string => `Try it from another terminal. The commands ${exampleSummary}:

${listExampleCommands(addresses)
  .map((command) => `  ${command}`)
  .join('\n')}

${exampleNextStep}`
