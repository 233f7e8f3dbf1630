import { ReleaseError, reasonOf } from '../steps/failure.ts'

/** Nothing that a consumer needs from others can be had, so there is no use in going on. */
export class NoNetwork extends ReleaseError {}

const unreachable =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ENOTCACHED)\b/

/** The error of a package manager; where its registry could not be reached, the sentence that says so. */
export function failureOf(manager: string, said: string): ReleaseError {
  const [code] = unreachable.exec(said) ?? []
  if (code === undefined) return new ReleaseError(`${manager} failed:\n${said}`)
  return new NoNetwork(
    `${manager} cannot reach its registry (${code}), which has what consumers need from others: connect this machine, or name a registry that answers in .npmrc.`,
  )
}

/** What a package manager was asked for. */
export async function reaching<Done>(manager: string, work: Promise<Done>): Promise<Done> {
  try {
    return await work
  } catch (error) {
    throw failureOf(manager, reasonOf(error))
  }
}
