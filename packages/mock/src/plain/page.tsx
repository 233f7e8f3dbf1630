import { Badge, Button, Card, CopyableText, Document, Facts, Input, PageHeader, Shell } from '@custody-wallet/pages'
import type { JSX } from 'hono/jsx/jsx-runtime'

import { buildHeaders, getAssetPath, pagePath } from './assets.ts'
import { CallSection } from './call-section.tsx'
import { type CallGroup, groupCalls, type PageProps } from './calls.ts'
import type { Catalogue } from './catalogue.ts'

/** Serves the page with all calls. */
export const servePage = async (props: PageProps): Promise<Response> =>
  new Response(`<!doctype html>${String(await Page(props))}`, { headers: buildHeaders('text/html; charset=utf-8') })

function Page(props: PageProps): JSX.Element {
  const { catalogue, origin } = props
  // Groups of one call have no label, so they are together.
  const groups = groupCalls(props).toSorted((one, other) => Number(isSingle(other)) - Number(isSingle(one)))
  const calls = groups.flatMap((group) => group.calls)
  return (
    <Document
      title="Mock API"
      styles={getAssetPath('page.css')}
      script={getAssetPath('pages.js')}
      modules={[getAssetPath('page.js')]}
    >
      <Shell brand={{ text: 'custody mock', href: pagePath }} groups={listNavigation(groups)} foot={<Foot />}>
        <PageHeader
          title="Mock API"
          meta={
            <>
              <span>
                Run a call, or choose its response: {calls.length} calls, {calls.flatMap(({ cases }) => cases).length}{' '}
                responses
              </span>
              <span class="ui-row">
                As JSON: <CopyableText text={`curl ${origin}${pagePath}`} label="the command" />
              </span>
            </>
          }
        />
        <Preferences prefer={catalogue.prefer} />
        <div class="call-filter" data-empty="No call matches.">
          <Input name="filter" label="Filter calls" type="search" autocomplete="off" />
        </div>
        {calls.map((call) => (
          <CallSection {...call} />
        ))}
        <StatusBadges />
      </Shell>
    </Document>
  )
}

const preferAnchor = 'prefer'

const listNavigation = (groups: readonly CallGroup[]) => [
  { entries: [{ text: 'Choose a response', href: `#${preferAnchor}` }] },
  { entries: groups.filter(isSingle).flatMap(listEntries) },
  ...groups.filter((group) => !isSingle(group)).map((group) => ({ label: group.tag, entries: listEntries(group) })),
]

const isSingle = ({ calls }: CallGroup): boolean => calls.length === 1

const listEntries = ({ calls }: CallGroup) => calls.map(({ name, anchor }) => ({ text: name, href: `#${anchor}` }))

const Foot = (): JSX.Element => (
  <div class="ui-row">
    <Button variant="quiet" size="small" icon="moon" label="Change between light and dark" data-theme="" />
    <span>Plain JSON, no keys</span>
  </div>
)

const Preferences = ({ prefer }: Pick<Catalogue, 'prefer'>): JSX.Element => (
  <Card
    id={preferAnchor}
    title="Choose a response"
    help={
      <>
        Set the request header <code>Prefer</code>. Separate several preferences with commas. Without the header, you
        get the first response of a call.
      </>
    }
  >
    <Facts
      facts={Object.entries(prefer).map(([preference, what]) => ({
        term: what.charAt(0).toUpperCase() + what.slice(1),
        value: <CopyableText text={`Prefer: ${preference}`} label={`Prefer: ${preference}`} />,
      }))}
    />
  </Card>
)

/** Badges that the script copies to show the status of a response. */
const StatusBadges = (): JSX.Element => (
  <>
    {(['good', 'stop'] as const).map((tone) => (
      <template id={`status-${tone}`}>
        <Badge tone={tone}>
          <span />
        </Badge>
      </template>
    ))}
  </>
)
