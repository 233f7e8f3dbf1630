// What our packages cost those who install them, and what the repository costs those who clone it.
import type { Figure, Suite } from '../figure.ts'

export const install: Suite = {
  measures: {
    'install.seconds':
      'npm install of types, encryption and client into an empty project, with an empty cache of npm: ours from a registry on this machine, what others publish from yours',
    'install.packages': 'packages in that project, with those of others',
    'install.size': 'bytes of all files of those packages',
    'install.mock.cold': 'from npx with an empty cache to the first answer of the mock, keys made first',
    'install.mock.warm': 'the same again',
    'install.gate.cold':
      'npm test in a fresh clone of what is committed, with an empty HOME: all that it needs is downloaded',
    'install.gate.warm': 'the same again, with nothing changed',
  },
  // Loaded when it is run, as the other suites are.
  figures: async function* (): AsyncGenerator<Figure> {
    const { released } = await import('./install/released.ts')
    const { packages } = await import('./install/packages.ts')
    const { mockStarts } = await import('./install/mock-starts.ts')
    const { gate } = await import('./install/gate.ts')
    {
      await using stage = await released()
      yield* packages(stage)
      yield* mockStarts(stage)
    }
    yield* gate()
  },
}
