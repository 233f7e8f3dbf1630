import type { JSX } from 'hono/jsx/jsx-runtime'

import { Badge } from '../components/badge.tsx'
import { Button } from '../components/button.tsx'
import { Confirm } from '../components/dialog.tsx'
import { Document } from '../components/document.tsx'
import { Menu, MenuButton, MenuLink } from '../components/menu.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { type NavigationGroup, Shell } from '../components/shell.tsx'
import { Time } from '../components/time.tsx'
import { FormParts } from './forms.tsx'
import { Foundations, Looks } from './foundations.tsx'
import { RecordParts } from './records.tsx'

interface GalleryProps {
  /** Path of the style sheet. */
  readonly styles: string
  /** Path of the script. */
  readonly script?: string
  readonly theme?: 'light' | 'dark'
}

const groups: readonly NavigationGroup[] = [
  { entries: [{ text: 'Overview', href: '#overview', icon: 'layout-dashboard' }] },
  {
    label: 'Money',
    entries: [
      { text: 'Users', href: '#users', icon: 'users' },
      { text: 'Balances', href: '#balances', icon: 'wallet' },
      {
        text: 'Deposits',
        href: '#deposits',
        icon: 'arrow-down-to-line',
        isCurrent: true,
        count: { value: 3, label: '3 held', tone: 'wait' },
      },
      { text: 'Withdrawals', href: '#withdrawals', icon: 'arrow-up-from-line', count: { value: 12, label: '12 open' } },
      { text: 'Fees', href: '#fees', icon: 'receipt' },
    ],
  },
  {
    label: 'MPC',
    entries: [
      { text: 'Withdrawals', href: '#mpc', icon: 'shield' },
      { text: 'Stakes', href: '#stakes', icon: 'layers' },
      { text: 'Delegations', href: '#delegations', icon: 'share-2' },
    ],
  },
  {
    label: 'Traffic',
    entries: [
      { text: 'Requests', href: '#requests', icon: 'arrow-left-right' },
      {
        text: 'Notifications',
        href: '#notifications',
        icon: 'bell',
        count: { value: 2, label: '2 failed', tone: 'stop' },
      },
      { text: 'Faults', href: '#faults', icon: 'zap' },
      { text: 'Open a message', href: '#message', icon: 'mail-open' },
    ],
  },
]

/** A page with every component, as a page of the console uses them. */
export const Gallery = ({ theme, ...files }: GalleryProps): JSX.Element => (
  <Document title="Gallery" {...files} {...(theme && { theme })}>
    <Shell
      brand={{ text: 'custody sandbox', href: '#content' }}
      groups={groups}
      top={
        <Menu text="demo-merchant" icon="store" isWhole>
          <MenuLink href="#demo-merchant" isCurrent>
            demo-merchant
          </MenuLink>
          <MenuLink href="#second-merchant">second-merchant</MenuLink>
        </Menu>
      }
      foot={
        <div class="ui-row">
          <a href="#docs">Documentation</a>
          <Button variant="quiet" size="small" icon="moon" label="Change the theme" data-theme />
        </div>
      }
      bar={
        <>
          <span class="ui-quiet ui-wide">
            Block <strong>1,204</strong>
          </span>
          <span class="ui-wide">
            <Time at={Date.UTC(2026, 10, 27, 12, 4, 9)} />
          </span>
          <Badge tone="info">clock runs</Badge>
        </>
      }
    >
      <PageHeader
        title="1.25 BTC"
        crumbs={[
          { text: 'Overview', href: '#overview' },
          { text: 'Deposits', href: '#deposits' },
        ]}
        badges={
          <>
            <Badge tone="wait">confirming</Badge>
            <Badge tone="stop">held</Badge>
          </>
        }
        actions={
          <>
            <Button variant="primary" icon="plus">
              Mine a block
            </Button>
            <Button>Release</Button>
            <Menu icon="ellipsis" label="More actions" isAtEnd>
              <MenuButton icon="copy">Send the notification again</MenuButton>
              <MenuButton icon="rotate-ccw" isDanger>
                Reorganize the block
              </MenuButton>
            </Menu>
          </>
        }
        meta={
          <>
            <span>Deposit 42</span>
            <span>Credited after 2 more blocks</span>
            <Time at={Date.UTC(2026, 10, 27, 12)} now={Date.UTC(2026, 10, 27, 12, 4, 9)} />
          </>
        }
      />
      <Looks />
      <RecordParts />
      <FormParts />
      <Foundations />
      <form id="reset" method="post">
        <Confirm id="confirm-reset" action="Reset the sandbox" title="Reset the sandbox?" form="reset">
          <p class="ui-quiet">All merchants keep their keys, but every user, deposit and withdrawal is deleted.</p>
        </Confirm>
      </form>
    </Shell>
  </Document>
)
