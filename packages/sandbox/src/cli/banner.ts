import { exampleOf } from './example.ts'

export interface Started {
  /** Addresses of the views. */
  readonly plain: string
  readonly wire: string
  /** File with the rows; absent if they are in memory. */
  readonly data: string | undefined
  readonly readOnly: boolean
  /** Folder of the demo credentials. */
  readonly credentials: string
}

/** The message that the sandbox is listening. */
export const banner = ({
  plain,
  wire,
  data,
  readOnly,
  credentials,
}: Started): string => `The sandbox is running:

  ${plain}  plain JSON, for front ends: the header App-Id names the merchant, demo-modern unless given
  ${wire}  sealed messages, for back ends with the demo credentials

Try it from another terminal. The commands register addresses, assign one to a user and count the others:

${exampleOf(plain)
  .map((command) => `  ${command}`)
  .join('\n')}

Demo credentials of this address: ${credentials}
Data: ${data ?? 'in memory, lost at the end'}${readOnly ? ' (read-only)' : ''}
Press Ctrl-C to stop.`
