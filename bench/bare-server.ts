import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * The ceiling: reads and parses the bodies of joins on the same machine, and does nothing else. What is not a join gets a
 * number, or, with an address to take it from, one prepared answer with its headers.
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
    response.writeHead(201, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ position: email.length, referral_code: 'ABCDEF' }))
  })
})

server.listen(0, '127.0.0.1', () => {
  console.log(`http://localhost:${(server.address() as AddressInfo).port}`)
})
process.on('SIGINT', () => process.exit(0))

/** As it travels, compressed where it is: `fetch` would unpack it. */
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
