import type { JSX } from 'hono/jsx/jsx-runtime'

import { Button } from '../components/button.tsx'
import { Card } from '../components/card.tsx'
import { CodeBlock } from '../components/code.tsx'
import { Checkbox, Input, Select, Textarea } from '../components/controls.tsx'
import { Steps } from '../components/feed.tsx'
import { Fold } from '../components/menu.tsx'
import { Tabs } from '../components/tabs.tsx'

const curl = `curl -X POST http://127.0.0.1:4012/control/v1/deposits \\
  -H 'authorization: Bearer $CUSTODY_CONTROL_TOKEN' \\
  -H 'content-type: application/json' \\
  -d '{"symbol":"BTC","address":"bc1q9x4f2k","amount":"1.25"}'`

const violations = ['symbol', 'address', 'amount', 'memo'].map((name) => ({
  pointer: `/${name}`,
  message: 'is missing',
}))
const failure = JSON.stringify({ status: 422, title: 'The parameters are invalid', violations }, undefined, 2)

const response = `{
  "id": 42,
  "symbol": "BTC",
  "amount": "1.25",
  "state": "confirming"
}`

const PayForm = (): JSX.Element => (
  <form class="ui-form" method="post">
    <Select
      name="symbol"
      label="Coin"
      value="ETH"
      options={[
        { value: 'BTC', text: 'BTC: Bitcoin' },
        { value: 'ETH', text: 'ETH: Ethereum' },
      ]}
    />
    <Input
      name="address"
      label="Deposit address"
      value="0x71c7"
      isCode
      isRequired
      error="This address has 4 of 40 digits. Choose one of the list."
      help="An address of a user, or any other address of the chain."
    />
    <Input name="amount" label="Amount" inputmode="decimal" placeholder="0.5" isRequired />
    <Textarea name="memo" label="Memo" isRequired={false} help="Only coins with memos read it." />
    <Checkbox name="hold" label="Hold the deposit" help="It waits until you release it." />
    <div class="ui-form-actions">
      <Button type="submit" variant="primary">
        Pay
      </Button>
      <Button variant="quiet">Cancel</Button>
    </div>
  </form>
)

/** A form, code in tabs, and steps. */
export const FormParts = (): JSX.Element => (
  <div class="ui-columns">
    <Card title="Pay an address" help="Creates a transaction in the next block.">
      <PayForm />
      <Fold title="Settings of the chain">
        <p class="ui-quiet">Blocks come every 10 minutes.</p>
      </Fold>
    </Card>
    <div class="ui-stack">
      <Card title="Your first deposit" foot="You can undo everything with a snapshot.">
        <Steps
          label="Your first deposit"
          steps={[
            { title: 'Create a user', status: 'done' },
            {
              title: 'Assign an address',
              status: 'current',
              children: (
                <>
                  <p>The user receives deposits on it.</p>
                  <Button>Assign an address</Button>
                </>
              ),
            },
            { title: 'Pay the address', status: 'next' },
            { title: 'See the credit', status: 'next' },
          ]}
        />
      </Card>
      <Card title="The same by program">
        <Tabs
          name="program"
          tabs={[
            { title: 'curl', content: <CodeBlock title="Request">{curl}</CodeBlock> },
            { title: 'Response', content: <CodeBlock title="200 OK">{response}</CodeBlock> },
            {
              title: 'Failure',
              tone: 'stop',
              content: (
                <CodeBlock title="422 Unprocessable Content" isFolded>
                  {failure}
                </CodeBlock>
              ),
            },
          ]}
        />
      </Card>
    </div>
  </div>
)
