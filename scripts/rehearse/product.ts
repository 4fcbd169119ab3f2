import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Redemption, REDEMPTION_PARAMETER } from '#shared/list/waves.ts'
import { ROUTES } from '#shared/routes.ts'

export async function startProduct(secret: string) {
  const arrived: string[] = []
  let waitlist = ''
  const server = createServer((request, response) => {
    const token = new URL(request.url!, 'http://localhost').searchParams.get(REDEMPTION_PARAMETER)
    const admit = token ? redeem(token) : Promise.resolve()
    admit.then(
      () => response.end('Welcome'),
      () => response.writeHead(502).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  async function redeem(token: string): Promise<void> {
    const answer = await fetch(waitlist + ROUTES.redeemInvitation.path, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    })
    if (!answer.ok) throw new Error(`The token was answered with ${answer.status}`)
    arrived.push(((await answer.json()) as Redemption).email)
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/welcome`,
    arrived,
    trust: (address: string) => void (waitlist = address),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
