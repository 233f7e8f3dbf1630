// Kills a sandbox at random times while several clients notify deposits until these are acknowledged.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { createSandbox, type SandboxOptions } from '../../src/index.ts'
import { findFaults } from './invariants.ts'

/** Result of a run. */
export interface KillReport {
  readonly acknowledged: number
  readonly deposits: number
  readonly balance: string
  readonly faults: readonly string[]
}

const json = { 'content-type': 'application/json' }
const lanes = 4

/** Starts a sandbox on a file, kills it repeatedly, and compares acknowledged deposits with its data. */
export async function killRepeatedly(times: number, random: () => number): Promise<KillReport> {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-kill-'))
  const [data, keys] = [join(folder, 'rows.db'), join(folder, 'keys')]
  try {
    const uid = await prepareData({ data }, keys)
    let acknowledged = 0
    let startedCount = 0
    const pending = new Set<number>()
    for (let kill = 0; kill < times; kill += 1) {
      const { program, url } = await startProgram(data, keys)
      const killing = new AbortController()
      // Wait for a random number of responses and then a random time, so that slow machines make progress, too.
      const goal = acknowledged + Math.floor(random() * 12)
      let resolveEnough = (): void => {}
      const goalReached = new Promise<void>((resolve) => (resolveEnough = resolve))
      const runLane = async (): Promise<void> => {
        while (!killing.signal.aborted) {
          const [number = (startedCount += 1)] = pending
          pending.delete(number)
          if (await isNotified(url, number)) acknowledged += 1
          else pending.add(number)
          if (acknowledged > goal) resolveEnough()
        }
      }
      const lanePromises = Promise.all(Array.from({ length: lanes }, runLane))
      await goalReached
      await new Promise((resolve) => setTimeout(resolve, random() * 20))
      program.kill('SIGKILL')
      await once(program, 'exit')
      killing.abort()
      await lanePromises
    }
    return await summarize({ data }, keys, { uid, acknowledged, pending })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A sandbox in a process of its own. */
export interface StartedProgram {
  readonly program: ChildProcess
  /** Address of its plain view. */
  readonly url: string
  readonly wire: string
  readonly control: string
}

/** Starts a sandbox on a file or a database. Its machine's clock is some milliseconds ahead. */
export async function startProgram(location: string, keys: string, clockOffset = 0): Promise<StartedProgram> {
  const args = [join(import.meta.dirname, 'program.ts'), location, keys, String(clockOffset)]
  const program = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [url = '', wire = '', control = ''] = (await readFirstLine(program)).split(' ')
  return { program, url, wire, control }
}

/** Where the data of a sandbox is. */
type DataOptions = Pick<SandboxOptions, 'data' | 'database'>

/** Assigns the address of the notified deposits to a user. */
export async function prepareData(dataOptions: DataOptions, directory: string): Promise<number> {
  const sandbox = await createSandbox({ ...dataOptions, directory, seed: 'test' })
  const { uid } = await sandbox.control.users.create({ email: 'a@shop.example' })
  const body = JSON.stringify({ symbol: 'BTC', addresses: ['address-1'], memo: false })
  const register = new Request('http://sandbox/api/v1/address/register', {
    method: 'POST',
    headers: json,
    body,
  })
  await sandbox.plain(register)
  await sandbox.plain(createAccountRequest(uid))
  await sandbox.close()
  return uid
}

const createAccountRequest = (uid: number): Request =>
  new Request(`http://sandbox/api/v2/account/getByUidAndSymbol?uid=${uid}&symbol=BTC`)

const formatNotification = (number: number): string =>
  JSON.stringify({
    request_id: `request-${number}`,
    address_to: 'address-1',
    txid: `txid-${number}`,
    amount: '1',
    confirm: 3,
    symbol: 'BTC',
    balance: '0',
    status: 1,
  })

/** Notifies a deposit. */
export const sendNotification = (url: string, number: number): Promise<Response> =>
  fetch(`${url}/api/v1/deposit/notify`, { method: 'POST', headers: json, body: formatNotification(number) })

/** Notifies a deposit. If the response is lost, the effect is unknown, so the message must be sent again. */
export async function isNotified(url: string, number: number): Promise<boolean> {
  try {
    const response = await sendNotification(url, number)
    const { code }: { code: number } = JSON.parse(await response.text())
    return code === 0
  } catch {
    return false
  }
}

async function readFirstLine({ stdout }: ChildProcess): Promise<string> {
  let text = ''
  for await (const piece of stdout ?? []) {
    text += String(piece)
    if (text.includes('\n')) return text.slice(0, text.indexOf('\n'))
  }
  throw new Error('The sandbox ended before it printed its address.')
}

interface SentNotifications {
  readonly uid: number
  readonly acknowledged: number
  readonly pending: ReadonlySet<number>
}

/** Sends unacknowledged messages again, and compares. */
export async function summarize(
  dataOptions: DataOptions,
  directory: string,
  sentNotifications: SentNotifications,
): Promise<KillReport> {
  const sandbox = await createSandbox({ ...dataOptions, directory })
  let { acknowledged } = sentNotifications
  for (const number of sentNotifications.pending) {
    const headers = json
    const body = formatNotification(number)
    const response = await sandbox.plain(
      new Request('http://sandbox/api/v1/deposit/notify', { method: 'POST', headers, body }),
    )
    const { code }: { code: number } = JSON.parse(await response.text())
    if (code === 0) acknowledged += 1
  }
  const account = await sandbox.plain(createAccountRequest(sentNotifications.uid))
  const { data: balances }: { data: { normal_balance: string } } = JSON.parse(await account.text())
  const snapshot = await sandbox.control.snapshot()
  await sandbox.close()
  return {
    acknowledged,
    deposits: countDeposits(snapshot),
    balance: balances.normal_balance,
    faults: findFaults(snapshot),
  }
}

function countDeposits(snapshot: Uint8Array): number {
  const database = new DatabaseSync(':memory:')
  database.deserialize(snapshot)
  const { count } = database.prepare('select count(*) as count from deposits').get() ?? {}
  database.close()
  return Number(count)
}
