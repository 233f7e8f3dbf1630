// Sends requests at an even pace, in a process of its own, until it is killed: pace.ts URL RATE
const [url = '', rate = '1'] = process.argv.slice(2)
const start = performance.now()
let startTime = 0

// A connection that the server has just closed is not a reason to stop.
const call = (): Promise<unknown> =>
  fetch(url).then(
    (response) => response.arrayBuffer(),
    () => {},
  )

setInterval(() => {
  const due = ((performance.now() - start) / 1000) * Number(rate)
  for (; startTime < due; startTime += 1) void call()
}, 5)
