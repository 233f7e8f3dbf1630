// Iterates so many times over so many deposits, as a process of its own, and prints the kilobytes that this took at most.
import { createCalls } from './calls.ts'
import { fetchWithoutNetwork as fetch } from './service.ts'

const [times = Number.NaN, count = Number.NaN] = process.argv.slice(2).map(Number)
const { iterate } = createCalls({ url: 'http://127.0.0.1', fetch })
let last = 0
for (let time = 0; time < times; time += 1) last = await iterate(0, count)
if (last !== count) throw new Error(`Ended with deposit ${last} instead of ${count}.`)
console.log(process.resourceUsage().maxRSS)
