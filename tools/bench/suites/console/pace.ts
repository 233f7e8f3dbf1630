// Sends requests at an even pace, in a process of its own, until it is killed: pace.ts URL RATE
const [url = '', rate = '1'] = process.argv.slice(2)
const start = performance.now()
let sent = 0

// A connection that the server has just closed is not a reason to stop.
const call = (): Promise<unknown> =>
  fetch(url).then(
    (answer) => answer.arrayBuffer(),
    () => {},
  )

setInterval(() => {
  const due = ((performance.now() - start) / 1000) * Number(rate)
  for (; sent < due; sent += 1) void call()
}, 5)
