import { exampleNextStep, listExampleCommands, exampleSummary, type SandboxAddresses } from './example.ts'

export interface StartupInfo extends SandboxAddresses {
  readonly wire: string
  /** Data file or database; absent if data is in memory. */
  readonly data: string | undefined
  readonly readOnly: boolean
  /** Console address with a ticket. */
  readonly console: string
  readonly credentials: string
}

/** Formats the message at the start. */
export const formatBanner = ({
  plain,
  wire,
  control,
  console,
  data,
  readOnly,
  credentials,
}: StartupInfo): string => `The sandbox is running:

  ${plain}  plain JSON for front ends: the header App-Id names the merchant (default: demo-modern)
  ${wire}  sealed messages for back ends with the demo credentials
  ${control.url}  control: users, chain and time, with the token ${control.token}

Open the console in a browser. The first address works once, within 60 seconds. The second one asks for the token:

  ${console}
  ${control.url}/console/

${readOnly ? readOnlyText : formatExampleSection({ plain, control })}

Demo credentials of this address: ${credentials}
Data: ${data ?? 'in memory, lost when the sandbox stops'}${readOnly ? ' (read-only)' : ''}
Press Ctrl-C to stop.`

const readOnlyText = 'The sandbox is read-only and rejects every change. To change data, start it without --read-only.'

const formatExampleSection = (
  addresses: SandboxAddresses,
): string => `Try these commands in another terminal. They ${exampleSummary}:

${listExampleCommands(addresses)
  .map((command) => `  ${command}`)
  .join('\n')}

${exampleNextStep}`
