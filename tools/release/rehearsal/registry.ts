import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { pnpm } from '../steps/programs.ts'
import { type Running, start, type Where } from './programs.ts'
import { reaching } from './reaching.ts'

const ofTheStage = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', 'serve.js'] as const

export interface Registry extends AsyncDisposable {
  readonly url: string
}

/** Starts a registry of its own in a folder: Verdaccio, which knows our packages alone. */
export async function startRegistry(where: Where): Promise<Registry> {
  const source = new URL('stage/', import.meta.url)
  mkdirSync(where.cwd, { recursive: true })
  for (const name of ofTheStage) copyFileSync(new URL(name, source), join(where.cwd, name))
  await reaching('pnpm', pnpm(['install', '--frozen-lockfile', '--prefer-offline'], where.cwd))
  const server: Running = start([process.execPath, 'serve.js'], where)
  try {
    const [url] = await server.saying(/^http:\S+/m)
    return { url, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
  } catch (error) {
    await server[Symbol.asyncDispose]()
    throw error
  }
}

/** Tells npm and pnpm in a folder where our packages are. All else comes from where it always comes from. */
export function useRegistry(folder: string, url: string): void {
  // Anybody may publish there, but npm publishes nowhere without a token.
  const token = `${url.replace('http:', '')}:_authToken=anybody`
  writeFileSync(join(folder, '.npmrc'), `@custody-wallet:registry=${url}\n${token}\n`)
}

/** A folder for npm that shares what the user's npm has downloaded, and none of the programs that npx has set up. */
export function npmCache(place: string, ofTheUser: string): string {
  const cache = join(place, 'npm')
  mkdirSync(cache, { recursive: true })
  mkdirSync(join(ofTheUser, '_cacache'), { recursive: true })
  symlinkSync(join(ofTheUser, '_cacache'), join(cache, '_cacache'), 'junction')
  return cache
}
