import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Accepted, Invitation } from '#shared/list/waves.ts'
import { BUSY, LONGEST_MS } from './owner.ts'
import type { Guest } from './people.ts'
import { ROUTES } from '#shared/routes.ts'

type Answer = { status: number; body: unknown }

/** At their times after `begin`; sets the server's clock to each. */
export async function joinAll(
  address: string,
  guests: Guest[],
  { begin, setClock }: { begin: number; setClock: (time: number) => void },
): Promise<{ joined: number; asked: number }> {
  const stamps = new Map<Guest, string>()
  const sum = { joined: 0, asked: 0 }
  const happening = guests.flatMap((guest) => [
    ...(guest.opened === null ? [] : [{ at: guest.at - guest.opened, run: () => open(guest) }]),
    { at: guest.at, run: () => join(guest) },
  ])
  for (const { at, run } of happening.sort((one, other) => one.at - other.at)) {
    setClock(begin + at)
    await run()
  }
  return sum

  async function open(guest: Guest) {
    const { status, body } = await call(address + ROUTES.formStamp.path, { from: guest.address })
    if (status !== 200) throw new Error(`Opening the form answered ${status}: ${JSON.stringify(body)}`)
    stamps.set(guest, (body as { stamp: string }).stamp)
  }

  async function join(guest: Guest) {
    const json = { ...guest.body, used_referral_code: guest.code, stamp: stamps.get(guest) }
    const { status, body } = await call(address + ROUTES.join.path, { from: guest.address, json })
    if (status === 201) sum.joined += 1
    // A proof of work, which a bot here does not compute.
    else if (status === 428 && !guest.isHonest) sum.asked += 1
    else throw new Error(`Joining answered ${status}: ${JSON.stringify(body)}`)
  }
}

export async function accept(address: string, token: string): Promise<void> {
  const seen = await call(address + ROUTES.invitation.path, { token })
  if ((seen.body as Invitation).state !== 'open') throw new Error('An invitation that was just sent is not open.')
  const { status, body } = await call(address + ROUTES.acceptInvitation.path, { token, json: {} })
  if (status !== 200) throw new Error(`Accepting answered ${status}: ${JSON.stringify(body)}`)
  const { redirect } = body as Accepted
  if (redirect === null) throw new Error('There is no product.')
  const product = await fetch(redirect)
  if (!product.ok) throw new Error(`The product answered ${product.status}`)
}

export async function look(address: string, token: string): Promise<void> {
  await call(address + ROUTES.invitation.path, { token })
}

type Call = { from?: string | undefined; token?: string | undefined; json?: object | undefined }

/** While the server is too busy: a join that comes twice is stored once. */
async function call(url: string, { from, token, json }: Call, end = Date.now() + LONGEST_MS): Promise<Answer> {
  const answer = await fetch(url, {
    method: json ? 'POST' : 'GET',
    headers: {
      'x-forwarded-for': from ?? networkOf(token ?? ''),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(json && { 'content-type': 'application/json' }),
    },
    ...(json && { body: JSON.stringify(json) }),
  })
  if (answer.status === BUSY && Date.now() < end) {
    await pause(1_000)
    return call(url, { from, token, json }, end)
  }
  return { status: answer.status, body: await answer.json() }
}

/** So that each token is in a network of its own. */
function networkOf(token: string): string {
  const [one, two, three] = createHash('sha256').update(token).digest()
  return `10.${one}.${two}.${three}`
}
