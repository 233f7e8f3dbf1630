// Compares both views of the contract with those of the last release (api/released), and fails unless a changeset for
// @custody-wallet/types matches the worst change: breaking, compatible, or wording.
import { runProgram } from '../workspace/program.ts'
import { checkContract } from './gate.ts'

await runProgram(async (root, report) => report(await checkContract(root)))
