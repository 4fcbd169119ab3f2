import { offered, priceBands } from '#shared/site/offered.ts'

const words = (text: string) => text.split(' ')
const FIRST = words(
  'amy ben chloe dan ella finn grace isla jack leo mia noah rosa sam tara yusuf aisha bola elif ines jorge kofi',
)
const LAST = words(
  'adams brown clarke davies evans green jones khan lewis nowak patel silva smith okafor zhang haddad cohen mensah',
)
const TOWNS = words('Leeds Bristol Hackney Cardiff Leith Derby Exeter York Margate Brixton Hove Truro')
const PROVIDERS = words(
  'gmail.com gmail.com gmail.com gmail.com hotmail.com outlook.com yahoo.co.uk icloud.com btinternet.com own',
)
const ODD = words('hotmial.com iclod.com gmail.co mailinator.com')

/** A join as a browser or a program sends it. `opened`: how long before that the form was opened, or null if never. */
export type Join = {
  at: number
  address: string
  opened: number | null
  body: Record<string, unknown> & { email: string }
  isHonest: boolean
  /** Whether a program of the owner's sends the join, with a key. */
  isByKey?: boolean
  /** The index of the earlier person in the group whose code is used. Without an index, the inviter's code is. */
  invitedBy?: number | undefined
  /** Whether the code is that of the inviter's rival. */
  isRivals?: boolean
  /** Whether a bot reads its mailbox and confirms. Honest people always do. */
  presses?: boolean
}

/** A pseudo-random generator with a seed (mulberry32). */
export type Chance = ReturnType<typeof createChance>

export function createChance(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const upTo = (limit: number) => Math.floor(next() * limit)
  const pick = <One>(list: readonly One[]): One => list[upTo(list.length)]!
  const between = (least: number, most: number) => least + upTo(most - least + 1)
  const is = (share: number) => next() < share
  const letters = (count: number) =>
    Array.from({ length: count }, () => pick([...'abcdefghijklmnopqrstuvwxyz'])).join('')
  return { upTo, pick, between, is, letters }
}

/** In order. In a long span, few come at night. */
export function arrivals({ chance, count, span }: { chance: Chance; count: number; span: number }): number[] {
  const times: number[] = []
  while (times.length < count) {
    const at = chance.upTo(span)
    const hour = (at / 3_600_000 + 9) % 24
    if (span < 72_000_000 || (hour > 7 && hour < 23) || chance.is(0.1)) times.push(at)
  }
  return times.sort((one, other) => one - other)
}

/** An address of somebody's own, IPv4 or IPv6. */
export function networkOf({ is, upTo, between }: Chance): string {
  const hex = () => between(1, 0xffff).toString(16)
  if (is(0.4)) return `2a0${upTo(8)}:${hex()}:${hex()}:${hex()}::${hex()}`
  return `${between(11, 99)}.${upTo(256)}.${upTo(256)}.${between(1, 254)}`
}

/** As people choose the part before the '@'. */
export function nameIn({ pick, upTo }: Chance): string {
  return `${pick(FIRST)}${pick(['.', '', '_'])}${pick(LAST)}${upTo(10_000)}`
}

export function answersOf({ pick, is }: Chance) {
  const job_industry = pick(offered('job_industry'))
  return {
    full_name: `${pick(FIRST)} ${pick(LAST)}`,
    business_name: `${pick(['The Corner Chair', 'Blush & Co', 'Brow Bar', 'Studio Nine'])} ${pick(TOWNS)}`,
    is_solo_provider: is(0.7),
    job_industry,
    problems: [pick(offered('problems').slice(0, -1))],
    goals: [pick(offered('goals').slice(0, -1))],
    price_range: pick(priceBands()).value,
  }
}

/** Opens the page, reads, answers, sends. One in a hundred gets no stamp, and a few mistype or hide their address. */
export function honestJoin(chance: Chance, { at, taken }: { at: number; taken: Set<string> }): Join {
  const own = `${chance.pick(FIRST)}${chance.pick(['hair', 'nails', 'studio'])}${chance.upTo(5_000)}.${chance.pick(['co.uk', 'com'])}`
  const provider = chance.pick(PROVIDERS)
  const domain = chance.is(0.015) ? chance.pick(ODD) : provider === 'own' ? own : provider
  let name = nameIn(chance)
  while (taken.has(name)) name = nameIn(chance)
  taken.add(name)
  const elapsed_ms = chance.between(14_000, 200_000)
  return {
    at,
    address: networkOf(chance),
    opened: chance.is(0.99) ? elapsed_ms + chance.between(50, 900) : null,
    body: { ...answersOf(chance), email: `${name}@${domain}`, elapsed_ms, submission_id: chance.letters(20) },
    isHonest: true,
  }
}

export const SAME = {
  business_name: 'Salon',
  is_solo_provider: true,
  job_industry: 'Barber',
  problems: ['Challenges in expanding your client base'],
  goals: ['Connect with mentors'],
  price_range: '£0 - £10/month',
}

/** The join of a program that never opens the form and sends the same answers each time. */
export function scripted({ pick }: Chance, { at, address }: { at: number; address: string }, email: string): Join {
  return { at, address, opened: null, body: { ...SAME, full_name: pick(FIRST), email }, isHonest: false }
}
