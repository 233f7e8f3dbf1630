import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { createFolder, runProgram, startUntilStopped, stateOptions } from '../support/terminal.ts'

const runExec = (command: string, ...more: readonly string[]) =>
  runProgram(['--exec', command, ...stateOptions, ...more])

/** Runs a Node program with a sandbox, and returns what it wrote to a file. */
async function runAndReadFile(source: string, ...more: readonly string[]) {
  const folder = createFolder()
  const [program, file] = [join(folder, 'program.mjs'), join(folder, 'out.txt')]
  writeFileSync(
    program,
    `import { writeFileSync } from 'node:fs'\nconst say = (text) => writeFileSync(${JSON.stringify(file)}, text)\n${source}`,
  )
  const { code, err } = await runExec(`"${process.execPath}" "${program}"`, ...more)
  return { code, err, text: readFileSync(file, 'utf8') }
}

describe('--exec', () => {
  test.each([0, 1, 7])('exits with the exit code %d of its command', async (code) => {
    expect(await runExec(`exit ${code}`)).toEqual({ code, out: '', err: '' })
  })

  test('exits with 128 plus the number of the signal that ended its command', async () => {
    expect((await runExec('kill -9 $$')).code).toBe(137)
  })

  test.skipIf(process.platform === 'win32').each(['SIGTERM', 'SIGINT'] as const)(
    'forwards %s to all processes of its command',
    async (signal) => {
      const folder = createFolder()
      const [program, file] = [join(folder, 'service.mjs'), join(folder, 'out.txt')]
      writeFileSync(
        program,
        `import { writeFileSync } from 'node:fs'
        const say = (text) => writeFileSync(${JSON.stringify(file)}, text)
        process.once('${signal}', () => { say('ended'); process.exit() })
        setInterval(() => {}, 1000)
        say('runs')`,
      )
      const readOutput = () => (existsSync(file) ? readFileSync(file, 'utf8') : '')
      const { exitCode: ended, stop } = startUntilStopped([
        '--exec',
        `"${process.execPath}" "${program}"; exit 0`,
        ...stateOptions,
      ])
      await expect.poll(readOutput).toBe('runs')
      stop([signal])
      expect(await ended).toBe(128 + constants.signals[signal])
      await expect.poll(readOutput).toBe('ended')
    },
  )

  test('passes the variables of a client to its command', async () => {
    const { code, text } = await runAndReadFile(`say(process.env.CUSTODY_APP_ID + ' ' + process.env.CUSTODY_BASE_URL)`)
    expect([code, text]).toEqual([0, expect.stringMatching(/^demo-modern http:\/\/127\.0\.0\.1:\d+$/)])
  })

  test('passes the variables of the merchant of --merchant', async () => {
    const { text } = await runAndReadFile(`say(process.env.CUSTODY_PROFILE)`, '--merchant', 'demo-classic')
    expect(text).toBe('classic')
  })

  test('gives its command control of a sandbox with a scenario', async () => {
    const { text, err } = await runAndReadFile(
      `const { SANDBOX_CONTROL_URL: url, SANDBOX_CONTROL_TOKEN: token, SANDBOX_PLAIN_URL: plain } = process.env
      const control = await fetch(url + '/merchants/list', { headers: { authorization: 'Bearer ' + token } })
      const page = await fetch(plain + '/api/v2/billing/syncDepositList?max_id=0')
      say(control.status + ' ' + (await page.json()).data.length)`,
      '--scenario',
      'first-deposit',
    )
    expect([text, err]).toEqual(['200 1', expect.stringContaining('Scenario first-deposit: User 10003 has 0.5 BTC')])
  })
})

test.each([
  [
    ['--exec', 'true', '--data', 'a.db'],
    '--exec starts with new data in memory, so it cannot be combined with --data.',
  ],
  [['--exec', 'true', '--read-only'], 'cannot be combined with --read-only.'],
  [['--exec', 'true', '--merchant', 'shop'], '--merchant must be demo-modern or demo-classic, not shop.'],
  [['--exec', 'true', '--scenario', 'reorg,,kyt-hold'], '--scenario has an empty value:'],
  [['--exec', 'true', '--notify-hosts', 'shop.example,'], '--notify-hosts has an empty value:'],
  [
    ['--exec', 'true', '--notify-hosts', 'shop.example,https://shop.example:3000'],
    '--notify-hosts must contain hosts without scheme and port, such as shop.example, not https://shop.example:3000.',
  ],
  [
    ['--exec', 'true', '--allowed-hosts', 'sandbox:4020'],
    '--allowed-hosts must contain hosts without scheme and port,',
  ],
  [['--exec', 'true', '--origins', '*'], '--origins must contain origins such as https://shop.example, not *.'],
  [['--merchant', 'demo-modern', '--ephemeral'], '--merchant requires --exec.'],
])('the options %j are rejected', async (args, message) => {
  const { code, err } = await runProgram([...args, ...stateOptions])
  expect([code, err]).toEqual([2, expect.stringContaining(message)])
})

test.each([
  ['first-deposits', 'There is no scenario first-deposits; did you mean first-deposit?'],
  ['kyt-hold, first-deposits', 'There is no scenario first-deposits; did you mean first-deposit?'],
  ['nowhere.yaml', expect.stringMatching(/^nowhere\.yaml cannot be read: ENOENT: .*\. Check its path\.$/)],
])('the unknown scenario in "%s" ends the program before any scenario runs', async (names, message) => {
  const { code, err } = await runExec('true', '--scenario', names)
  expect([code, err]).toEqual([1, message])
})
