import { Agent, request } from 'node:http'

/*
 * Guesses the owner's password until SIGINT, with `atATime` concurrent attempts, each from another address. Then prints
 * how often it got each status. It is a separate process, so that its work does not distort the visitors' times.
 */
const [address = '', atATime = '64'] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true })
const body = JSON.stringify({ password: 'not the password' })
const counts: Record<string, number> = {}
let guesses = 0
let isOver = false
process.on('SIGINT', () => (isOver = true))

console.log('guessing')
await Promise.all(
  Array.from({ length: Number(atATime) }, async () => {
    while (!isOver) {
      const outcome = await guess()
      counts[outcome] = (counts[outcome] ?? 0) + 1
    }
  }),
)
console.log(JSON.stringify(counts))
agent.destroy()

function guess(): Promise<string> {
  guesses += 1
  const visitor = `198.51.${(guesses >> 8) & 255}.${guesses & 255}`
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': visitor }
  return new Promise((resolve) => {
    const sending = request(`${address}/api/admin/session`, { method: 'POST', agent, headers }, (answer) => {
      const { statusCode, headers } = answer
      answer.resume().on('end', () => resolve(`${statusCode}${headers['retry-after'] ? ', retry later' : ''}`))
    })
    sending.on('error', ({ message }) => resolve(message)).end(body)
  })
}
