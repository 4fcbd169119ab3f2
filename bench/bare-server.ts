import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The ceiling: reads and parses the same bodies on the same machine, and does nothing else. */
const server = createServer((request, response) => {
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
process.on('SIGTERM', () => process.exit(0))
