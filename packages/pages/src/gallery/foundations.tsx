import type { JSX } from 'hono/jsx/jsx-runtime'

import { Badge, Method } from '../components/badge.tsx'
import { Button, LinkButton } from '../components/button.tsx'
import { Card, EmptyState } from '../components/card.tsx'
import { Notice } from '../components/notice.tsx'
import type { Tone } from '../components/tone.ts'
import { Icon, iconNames } from '../icons.tsx'

const tones: readonly (readonly [Tone, string])[] = [
  ['good', 'success'],
  ['wait', 'confirming'],
  ['stop', 'rejected'],
  ['info', 'new'],
  ['neutral', 'canceled'],
]

/** Buttons, badges and notices. */
export const Looks = (): JSX.Element => (
  <>
    <div class="ui-stack">
      <Notice
        tone="good"
        title={
          <>
            Paid 1.25 BTC to <a href="#address">bc1q9…4f2k</a>.
          </>
        }
      >
        <p>
          <a href="#deposit">Deposit 42</a> is confirming.
        </p>
      </Notice>
      <Notice tone="wait" title="Paid, but no merchant has this address.">
        <p>Assign the address to a user to see a deposit.</p>
      </Notice>
      <Notice
        tone="stop"
        title="The withdrawal was rejected: code 1016."
        action={<Button size="small">Try again</Button>}
      />
      <Notice title="This sandbox is read-only." />
    </div>
    <Card title="Buttons and badges" help="One primary button on a page. Red buttons destroy something.">
      <div class="ui-row">
        <Button variant="primary">Pay an address</Button>
        <Button icon="play">Run</Button>
        <Button variant="quiet" icon="search">
          Search
        </Button>
        <Button variant="danger">Delete</Button>
        <Button disabled title="Available once the deposit is being checked">
          Release
        </Button>
        <Button icon="fast-forward" label="Move the clock" />
        <LinkButton href="#docs" icon="external-link">
          Open the docs
        </LinkButton>
      </div>
      <div class="ui-row">
        <Button size="small">Small</Button>
        <Button>Medium</Button>
        <Button size="large">Large</Button>
      </div>
      <div class="ui-row">
        {tones.map(([tone, text]) => (
          <Badge tone={tone}>{text}</Badge>
        ))}
        <Method name="GET" />
        <Method name="POST" />
      </div>
    </Card>
  </>
)

/** Icons and the empty state. */
export const Foundations = (): JSX.Element => (
  <div class="ui-columns">
    <Card title="Icons" help={`${iconNames.length} icons of Lucide`}>
      <div class="ui-row">
        {iconNames.map((name) => (
          <span title={name}>
            <Icon name={name} size={20} />
          </span>
        ))}
      </div>
    </Card>
    <Card title="Stakes" isFlush>
      <EmptyState icon="layers" action={<Button>Create a stake</Button>}>
        No stakes yet. Create one to see how its state changes.
      </EmptyState>
    </Card>
  </div>
)
