import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { start, type RunOptions } from '../workspace/processes.ts'
import { installCopy } from '../workspace/programs.ts'

export interface Registry extends AsyncDisposable {
  readonly url: string
}

/** Starts Verdaccio in a folder. It serves only our packages. */
export async function startRegistry(where: RunOptions): Promise<Registry> {
  await installCopy(new URL('stage/', import.meta.url), where.cwd)
  await using stack = new AsyncDisposableStack()
  const [url] = await stack.use(start([process.execPath, 'serve.js'], where)).waitForOutput(/^http:\S+/m)
  const resources = stack.move()
  return { url, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}

/** Points npm and pnpm to the registry for our packages. Others come from the usual registry. */
export function useRegistry(folder: string, url: string): void {
  // The registry accepts any token, but npm needs one to publish.
  const token = `${url.replace('http:', '')}:_authToken=anybody`
  writeFileSync(join(folder, '.npmrc'), `@custody-wallet:registry=${url}\n${token}\n`)
}

/** A cache for npm that shares the downloads of the user, but not the programs that npx has installed. */
export function createNpmCache(stageFolder: string, userCache: string): string {
  const cache = join(stageFolder, 'npm')
  mkdirSync(cache, { recursive: true })
  mkdirSync(join(userCache, '_cacache'), { recursive: true })
  symlinkSync(join(userCache, '_cacache'), join(cache, '_cacache'), 'junction')
  return cache
}
