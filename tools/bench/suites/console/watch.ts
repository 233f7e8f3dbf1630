// Keeps overviews of the console open, each with its own session, until it is killed: watch.ts URL TOKEN COUNT
const [url = '', token = '', count = '1'] = process.argv.slice(2)

async function openOverview(): Promise<ReadableStream<Uint8Array>> {
  const form = { method: 'POST', headers: { origin: url }, body: new URLSearchParams({ token }) }
  const entered = await fetch(`${url}/console/enter`, { ...form, redirect: 'manual' })
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
  const { body, status } = await fetch(`${url}/console/live?page=/console/`, { headers: { cookie } })
  if (status !== 200 || !body) throw new Error(`The overview failed: HTTP ${status}.`)
  return body
}

const streams = await Promise.all(Array.from({ length: Number(count) }, openOverview))
console.log('open')
await Promise.all(streams.map((stream) => stream.pipeTo(new WritableStream())))
