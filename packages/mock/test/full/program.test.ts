import { execFile } from 'node:child_process'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { describe, expect, test } from 'vitest'

import { findBuiltInFile } from '../../src/description/description.ts'
import { account, createFolder, state } from '../support.ts'
import { readAddresses, startProgram } from './program.ts'

const run = promisify(execFile)
const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))
const runShell = async (command: string): Promise<string> => {
  const ownText = `custody-mock() { '${process.execPath}' '${main}' "$@"; }`
  const { stdout } = await run('bash', ['--norc', '--noprofile', '-o', 'pipefail', '-c', `${ownText}\n${command}`])
  return stdout
}

describe('the program', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)('ends with 0 and without output on %s', async (signal) => {
    const mock = startProgram(['--port', '0', '--drain', '1'])
    const [plain] = await readAddresses(mock)
    await (await fetch(`${plain}${account}`)).text()
    mock.kill(signal)
    // A terminal, npm and a shell may all forward the signal, at any time until the end.
    const again = setInterval(() => mock.kill(signal), 1)
    expect([await mock.exit, mock.output.err]).toEqual([0, ''])
    clearInterval(again)
    await expect(fetch(plain)).rejects.toThrow('fetch failed')
  })

  test('after SIGTERM, reports 503 on open ports until it is interrupted', async () => {
    const mock = startProgram(['--port', '0', '--drain', '600000'])
    const addresses = await readAddresses(mock)
    const readStatuses = () =>
      Promise.all(addresses.map(async (address) => (await fetch(`${address}/health/ready`)).status))
    expect(await readStatuses()).toEqual([200, 200])
    mock.kill('SIGTERM')
    await expect.poll(readStatuses).toEqual([503, 503])
    expect((await fetch(`${addresses[0]}${account}`)).status).toBe(200)
    mock.kill('SIGINT')
    expect([await mock.exit, mock.output.err]).toEqual([0, ''])
  })

  test('ends despite open connections', async () => {
    const mock = startProgram(['--port', '0'])
    const [plain] = await readAddresses(mock)
    const halfway = connect(Number(new URL(plain).port), '127.0.0.1').on('error', () => {})
    halfway.write('GET / HTTP/1.1\r\n')
    await (await fetch(`${plain}${account}`)).text()
    mock.kill('SIGINT')
    expect(await mock.exit).toBe(0)
    halfway.destroy()
  })

  test('reloads a description when it changes, and keeps the old one while it is invalid', async () => {
    const file = join(createFolder(), 'plain.json')
    const own = readFileSync(findBuiltInFile(), 'utf8')
    writeFileSync(file, own)
    const mock = startProgram(['--port', '0', '--watch', '--spec', file])
    const [plain] = await readAddresses(mock)
    const exampleAccount = account.replace('uid=1&', 'uid=10042&')
    const readBalance = async () =>
      (await (await fetch(`${plain}${exampleAccount}`)).text()).match(/normal_balance":"([^"]*)/)?.[1]
    expect(await readBalance()).toBe('1.25')
    writeFileSync(file, '{')
    await expect.poll(() => mock.output.err).toContain('the mock keeps the old description')
    expect(await readBalance()).toBe('1.25')
    // As an editor does: another file replaces it.
    writeFileSync(`${file}.new`, own.replaceAll('"1.25"', '"7.5"'))
    renameSync(`${file}.new`, file)
    await expect.poll(() => mock.output.out).toContain('Reloaded ')
    expect(await readBalance()).toBe('7.5')
  })
})

describe('plain curl', () => {
  test('gets the listed response with every command of the list', async () => {
    const mock = startProgram(['--port', '0'])
    const [plain] = await readAddresses(mock)
    const list: { readonly operations: readonly { id: string; examples: readonly { curl: string }[] }[] } = await (
      await fetch(`${plain}/_mock`)
    ).json()
    const lines = list.operations.flatMap(({ examples }) => examples.map(({ curl }) => curl))
    expect(lines.length).toBeGreaterThan(40)
    const responses = await runShell(lines.map((line) => `${line} -sS --fail-with-body && echo`).join(' && '))
    expect(responses.trim().split('\n')).toHaveLength(lines.length)
  })

  test.each(['modern', 'classic'])('makes encrypted calls of %s through seal and open', async (merchant) => {
    const mock = startProgram(['--port', '0'])
    const [, wire] = await readAddresses(mock)
    const options = `--merchant ${merchant} --state '${state}'`
    const query = `custody-mock seal getAccount uid=10042 symbol=BTC ${options}`
    const at = `${wire}/api/v2/account/getByUidAndSymbol`
    expect(await runShell(`${query} | curl -sS -G -d @- ${at} | custody-mock open getAccount ${options}`)).toContain(
      '"1.25"',
    )
    expect(
      await runShell(`${query} --url ${wire} --curl | sh 2>/dev/null | custody-mock open getAccount ${options}`),
    ).toContain('"1.25"')
    const file = join(createFolder(), 'request.json')
    const envelope = `custody-mock seal pullWithdrawals symbol=BTC ${options} | tee '${file}'`
    const output = await runShell(
      `${envelope} | curl -sS --json @- ${wire}/api/v1/withdraw/consume | custody-mock open pullWithdrawals --request '${file}' ${options}`,
    )
    expect(JSON.parse(output)).toMatchObject({ code: 0, data: [{ trans_id: 30021 }, { trans_id: 30022 }] })
  })
})

test('two programs that start together without keys create the same keys', async () => {
  const folder = createFolder()
  const seal = `custody-mock seal listNetworks --state '${folder}'`
  const [one, other] = await Promise.all([runShell(seal), runShell(seal)])
  const openText = async (text: string) =>
    runShell(`custody-mock open listNetworks '${text.trim()}' --state '${folder}'`)
  expect([await openText(one), await openText(other)]).toEqual(['{}\n', '{}\n'])
})
