import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * The upper limit: reads and parses the bodies of joins, and does nothing else. Answers other requests with a number
 * or, given an address to copy from, with one prepared answer.
 */
const prepared = process.env.SAME_AS ? await takeAnswer(process.env.SAME_AS) : null

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    if (prepared) response.writeHead(200, prepared.headers)
    else response.writeHead(200, { 'content-type': 'application/json' })
    response.end(prepared?.body ?? '{"count":12345}')
    return
  }
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const { email } = JSON.parse(Buffer.concat(chunks).toString()) as { email: string }
    const answer = JSON.stringify({ position: email.length, referral_code: 'ABCDEF' })
    response.writeHead(201, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(answer) })
    response.end(answer)
  })
})

server.listen(0, '127.0.0.1', () => {
  console.log(`http://localhost:${(server.address() as AddressInfo).port}`)
})
process.on('SIGINT', () => process.exit(0))

/** Still compressed: `fetch` would decompress it. */
async function takeAnswer(address: string): Promise<{ headers: Record<string, string>; body: Buffer }> {
  return new Promise((resolve, reject) => {
    request(address, { headers: { 'accept-encoding': 'br' } }, async (answer) => {
      const body = Buffer.concat(await answer.toArray())
      const { date: _, connection: __, 'keep-alive': ___, ...headers } = answer.headers as Record<string, string>
      resolve({ headers, body })
    })
      .on('error', reject)
      .end()
  })
}
