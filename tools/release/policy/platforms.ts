// The machines that a checkout of this repository has to work on.
import type { Family, Locked } from './lockfile.ts'

interface Platform {
  readonly os: string
  readonly cpu: string
}

const platforms: readonly Platform[] = [
  { os: 'linux', cpu: 'x64' },
  { os: 'linux', cpu: 'arm64' },
  { os: 'darwin', cpu: 'x64' },
  { os: 'darwin', cpu: 'arm64' },
  { os: 'win32', cpu: 'x64' },
]

/** Families that have no member for some machines, each with the reason. */
export const incomplete: Readonly<Record<string, string>> = {
  chokidar: 'as vite, for the program of Prism in the long tests',
  vite: 'fsevents watches files on macOS; Node does so everywhere else',
}

/** Machines for which the lockfile has no package of a family, in sentences, and exceptions that are none. */
export function gapsIn(families: readonly Family[], exceptions: typeof incomplete): readonly string[] {
  const lacking = families.flatMap((family) =>
    missing(family).map((platform) => ({ name: family.name, platform })),
  )
  const known = Object.keys(exceptions)
  return [
    ...lacking
      .filter(({ name }) => !known.includes(name))
      .map(
        ({ name, platform }) =>
          `The lockfile has no package of ${name} for ${platform}: take a version that has.`,
      ),
    ...known
      .filter((name) => !lacking.some((gap) => gap.name === name))
      .map((name) => `${name} is complete: take it off the list of those that are not.`),
  ]
}

function missing({ members }: Family): readonly string[] {
  // Where there is a second C library, its machines belong to those that are served.
  const libcs = members.some(({ libc }) => libc?.includes('musl')) ? ['glibc', 'musl'] : ['glibc']
  return platforms.flatMap(({ os, cpu }) =>
    (os === 'linux' ? libcs : [undefined])
      .filter((libc) => !members.some((member) => serves(member, { os, cpu }, libc)))
      .map((libc) => [os, cpu, ...(libc === 'musl' ? [libc] : [])].join('-')),
  )
}

const serves = ({ os, cpu, libc }: Locked, platform: Platform, needed: string | undefined): boolean =>
  allows(os, platform.os) && allows(cpu, platform.cpu) && (needed === undefined || allows(libc, needed))

function allows(list: readonly string[] = [], value: string): boolean {
  const refused = list.filter((entry) => entry.startsWith('!'))
  return refused.length === list.length ? !refused.includes(`!${value}`) : list.includes(value)
}
