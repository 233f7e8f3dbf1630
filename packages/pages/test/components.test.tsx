import { describe, expect, test } from 'vitest'

import {
  Amount,
  Badge,
  Button,
  CodeBlock,
  Confirm,
  formatRelativeTime,
  Input,
  Meter,
  Notice,
  Select,
  Shell,
  Steps,
  Table,
  Tabs,
  Time,
} from '../src/index.ts'
import { render } from './render.ts'

const noon = Date.UTC(2026, 10, 27, 12)

describe('a field', async () => {
  const html = await render(
    <Input name="amount" label="Amount" value="-1" help="A decimal." error="Enter more than 0." isRequired />,
  )

  test('has a label, and connects its help and its error', async () => {
    expect(html).toContain('<label for="amount">Amount</label>')
    expect(html).toContain('aria-describedby="amount-help amount-error"')
    expect(html).toContain('id="amount-help"')
    expect(html).toContain('id="amount-error"')
  })

  test('is invalid, and keeps its value', async () => {
    expect(html).toContain('aria-invalid="true"')
    expect(html).toContain('value="-1"')
  })

  test('without help and error has neither attribute', async () => {
    expect(await render(<Input name="amount" label="Amount" />)).not.toMatch(/aria-/)
  })

  test('escapes what a user typed', async () => {
    expect(await render(<Input name="a" label="A" value={'"><script>'} />)).toContain(
      'value="&quot;&gt;&lt;script&gt;"',
    )
  })

  test('with choices marks the chosen one', async () => {
    const select = (
      <Select name="coin" label="Coin" value="ETH" options={[{ value: 'BTC' }, { value: 'ETH', text: 'Ether' }]} />
    )
    expect(await render(select)).toContain(
      '<option value="BTC">BTC</option><option value="ETH" selected="">Ether</option>',
    )
  })
})

describe('a table', () => {
  const columns = [
    { label: 'Id' },
    { label: 'Amount', kind: 'number' },
    { label: 'Actions', isLabelHidden: true },
  ] as const

  test('has a caption, a region that the keyboard scrolls, and keys of its rows', async () => {
    const html = await render(
      <Table caption="Deposits" columns={columns} rows={[{ key: 'deposit 1', cells: ['1', '0.5', ''] }]} />,
    )
    expect(html).toContain('tabindex="0" role="region" aria-label="Deposits"')
    expect(html).toContain('<caption class="ui-hidden">Deposits</caption>')
    expect(html).toContain('<tr data-row="deposit 1"><td>1</td><td class="number">0.5</td>')
    expect(html).toContain('<th scope="col"><span class="ui-hidden">Actions</span></th>')
  })

  test('without rows shows its empty state', async () => {
    expect(await render(<Table caption="Deposits" columns={columns} rows={[]} empty={<p>None yet.</p>} />)).toBe(
      '<p>None yet.</p>',
    )
  })
})

test.each([
  ['good', 'status'],
  ['info', 'status'],
  ['wait', 'alert'],
  ['stop', 'alert'],
] as const)('a notice of tone %s has the role %s', async (tone, role) => {
  expect(await render(<Notice tone={tone} title="Done." />)).toContain(`role="${role}"`)
})

test('a badge has a sign beside its color', async () => {
  for (const tone of ['good', 'wait', 'stop', 'info'] as const)
    expect(await render(<Badge tone={tone}>state</Badge>)).toMatch(/<svg.*aria-hidden="true".*<\/svg>state/)
})

test('a button submits nothing unless it says so, and an icon has a name', async () => {
  expect(await render(<Button>Run</Button>)).toContain('type="button"')
  expect(await render(<Button type="submit">Run</Button>)).toContain('type="submit"')
  expect(await render(<Button icon="x" label="Close" />)).toContain('aria-label="Close"')
})

test('the frame marks the current page, counts what needs attention, and has a menu without script', async () => {
  const count = { value: 3, label: '3 held', tone: 'wait' } as const
  const groups = [{ label: 'Money', entries: [{ text: 'Deposits', href: '/deposits', isCurrent: true, count }] }]
  const html = await render(
    <Shell brand={{ text: 'sandbox', href: '/' }} groups={groups}>
      text
    </Shell>,
  )
  expect(html).toContain('<a href="/deposits" aria-current="page">')
  expect(html).toContain('<span class="ui-hidden">, 3 held</span>')
  expect(html).toContain('popovertarget="navigation"')
  expect(html).toContain('<a class="ui-skip" href="#content">')
})

test('a destructive action asks in a dialog, and only its second button submits', async () => {
  const html = await render(<Confirm id="reset" action="Reset" title="Reset the sandbox?" form="reset-form" />)
  expect(html).toContain('popovertarget="reset"')
  expect(html.match(/type="submit"/g)).toHaveLength(1)
  expect(html).toContain('form="reset-form"')
  expect(html).toMatch(/<dialog[^>]*aria-labelledby="reset-title"/)
})

test('tabs open the first one, and share a name, so that one is open', async () => {
  const tabs = [
    { title: 'curl', content: 'a' },
    { title: 'Response', content: 'b' },
  ]
  const html = await render(<Tabs name="code" tabs={tabs} />)
  expect(html.match(/<details name="code"/g)).toHaveLength(2)
  expect(html.match(/ open=""/g)).toHaveLength(1)
})

test('a tab with a tone has its sign', async () => {
  const html = await render(<Tabs name="code" tabs={[{ title: 'Failure', tone: 'stop', content: '' }]} />)
  expect(html).toMatch(/<summary class="ui-tab stop"><svg.*<\/svg>Failure<\/summary>/)
})

test('a folded code block opens without script', async () => {
  const html = await render(
    <CodeBlock title="Response" isFolded>
      {'{}'}
    </CodeBlock>,
  )
  expect(html).toContain('<details class="ui-code-rest"><summary><span>Show all lines</span>')
  expect(await render(<CodeBlock title="Response">{'{}'}</CodeBlock>)).not.toContain('<details')
})

test('a code block has its own label for screen readers', async () => {
  const html = await render(
    <CodeBlock title="Response" label="Response: get a token">
      {'{}'}
    </CodeBlock>,
  )
  expect(html).toContain('aria-label="Copy Response: get a token"')
  expect(html).toContain('role="region" aria-label="Response: get a token"')
})

test('a code block has a copy button, and escapes its code', async () => {
  const html = await render(<CodeBlock title="curl">{'<a> & b'}</CodeBlock>)
  expect(html).toContain('data-copy=""')
  expect(html).toContain('&lt;a&gt; &amp; b')
})

test('a meter says its value in words', async () => {
  const html = await render(<Meter label="Confirmations" value={4} max={6} text="4 of 6" />)
  expect(html).toContain('aria-valuemin="0" aria-valuemax="6" aria-valuenow="4" aria-valuetext="4 of 6"')
})

test('the current step of a task is marked', async () => {
  const steps = [
    { title: 'Create', status: 'done' },
    { title: 'Pay', status: 'current' },
  ] as const
  expect(await render(<Steps label="First" steps={steps} />)).toContain('<li class="current" aria-current="step">')
})

test('a time has its zone, and how long ago it was', async () => {
  const html = await render(<Time at={noon} now={noon + 249_000} />)
  expect(html).toContain('datetime="2026-11-27T12:00:00.000Z"')
  expect(html).toContain('2026-11-27 12:00:00 UTC')
  expect(html).toContain('(4 min ago)')
})

test.each([
  [0, 'now'],
  [-999, 'now'],
  [42_000, 'in 42 sec'],
  [-59_999, '59 sec ago'],
  [-60_000, '1 min ago'],
  [-7_200_000, '2 hr ago'],
  [86_400_000, 'tomorrow'],
  [-3 * 86_400_000, '3 days ago'],
])('%i ms from now is %s', async (distance, text) => {
  expect(formatRelativeTime(noon + distance, noon)).toBe(text)
})

test.each([
  ['1.25', 5, '000'],
  ['3', 2, '.00'],
  ['0.12345678', 2, undefined],
])('the amount %s with %i decimals keeps its digits, and pads with %s', async (value, decimals, pad) => {
  const html = await render(<Amount value={value} decimals={decimals} />)
  expect(html).toContain(`<span>${value}`)
  expect(/aria-hidden="true">([.0]+)</.exec(html)?.[1]).toBe(pad)
})
