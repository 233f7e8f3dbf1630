// The paths of a sealed deposit notification and of an action of the console through a sandbox. Run it to list and count
// their files and functions: node tools/bench/suites/sandbox/path.ts
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createParty } from '@custody-wallet/encryption'
import { createSandbox } from '@custody-wallet/sandbox'

import { atMost, type Figure } from '../../figure.ts'
import { countRuns, type FileRun, listRuns, printRuns } from '../../path.ts'
import { createSession } from '../console/session.ts'
import { createRequest, createWireTarget } from '../mock.ts'
import { createDeposit, createUserWithAddress } from './rows.ts'

const appId = 'demo-modern'
const paths = { deposit: listDepositRuns, action: listActionRuns } as const
const goals = { deposit: atMost(20), action: undefined } as const

/** Counts what the sandbox and its server run. The suite of the client counts the encryption. */
export async function* measurePath(keys: string): AsyncGenerator<Figure> {
  for (const name of ['deposit', 'action'] as const) {
    const { files, functions } = countRuns(await paths[name](keys), ['client', 'encryption', 'types'])
    yield { name: `sandbox.path.${name}.files`, value: files, unit: 'files', goal: goals[name] }
    yield { name: `sandbox.path.${name}.functions`, value: functions, unit: 'functions' }
  }
}

async function listDepositRuns(directory: string): Promise<readonly FileRun[]> {
  const sandbox = await createSandbox({ directory })
  await createUserWithAddress(sandbox, appId, 'address-1')
  const party = createParty(sandbox.merchant(appId).client.profile)
  const servers = await sandbox.listen()
  const createCall = async (id: string) => {
    const sealedRequest = await party.sealRequest('notifyDeposit', createDeposit('address-1', id))
    const target = createWireTarget(servers.wire.url, sealedRequest)
    return async (): Promise<void> => {
      const { status } = await fetch(createRequest(target))
      if (status !== 200) throw new Error(`The notification failed: HTTP ${status}.`)
    }
  }
  // The first deposit opens accounts.
  const calls = [await createCall('1'), await createCall('2')] as const
  await calls[0]()
  const runs = await listRuns(calls[1])
  await servers.close()
  await sandbox.close()
  return runs
}

async function listActionRuns(directory: string): Promise<readonly FileRun[]> {
  const { sandbox, prepareAction, close } = await createSession({ directory })
  await createUserWithAddress(sandbox, appId, 'address-1')
  const { deposit } = await sandbox.control.chain.pay({ symbol: 'BTC', to: 'address-1', amount: '1' })
  const id = String(deposit)
  const [hold, release] = [
    await prepareAction('deposits.hold', { id }),
    await prepareAction('deposits.release', { id }),
  ]
  await hold()
  const runs = await listRuns(release)
  await close()
  return runs
}

if (import.meta.main) {
  const keys = mkdtempSync(join(tmpdir(), 'keys-'))
  for (const name of ['deposit', 'action'] as const) printRuns(name, await paths[name](keys))
  rmSync(keys, { recursive: true })
}
