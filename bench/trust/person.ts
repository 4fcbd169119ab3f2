import { OTHER } from '#shared/site/question.ts'
import { offered, priceBands } from '#shared/site/offered.ts'
import type { Chance } from './random.ts'

const FIRST =
  'amy ben chloe dan ella finn grace harry isla jack katie leo mia noah olivia paul quinn rosa sam tara uma vic wendy xena yusuf zoe aisha bola chen dmitri elif fatima giulia hana ines jorge kofi lena marek nadia omar priya rafael sofia tomasz uche vera wanjiru yuki zainab'.split(
    ' ',
  )
const LAST =
  'adams brown clarke davies evans foster green hughes ivanov jones khan lewis morgan nowak owens patel quigley roberts smith taylor usman vaughan walker young zhang okafor silva mueller rossi kowalski nguyen haddad cohen larsen garcia tanaka mensah ahmed oconnor macleod'.split(
    ' ',
  )
const SALONS =
  'The Corner Chair|Blush & Co|Nailed It|Golden Scissors|Velvet Room|Brow Bar|Studio Nine|Cut Above|Glow|The Parlour'.split(
    '|',
  )
const TOWNS = 'Leeds Bristol Hackney Cardiff Leith Derby Exeter York Margate Brixton Hove Truro'.split(' ')

/** The mail providers of people, with their shares. */
const PROVIDERS = [
  ['gmail.com', 45],
  ['hotmail.com', 8],
  ['outlook.com', 6],
  ['yahoo.com', 5],
  ['yahoo.co.uk', 4],
  ['icloud.com', 10],
  ['hotmail.co.uk', 4],
  ['live.co.uk', 2],
  ['btinternet.com', 2],
  ['protonmail.com', 2],
  ['own', 12],
] as const

/** A join as a browser or a program sends it. `opened`: how long before that the form was opened, or null if never. */
export type Join = {
  at: number
  address: string
  opened: number | null
  body: Record<string, unknown> & { email: string }
  isHonest: boolean
  /** Whether a program of the owner's sends the join, with a key. */
  isByKey?: boolean
  /** The index of the earlier person in the crowd whose code is used. Without an index, the inviter's code is. */
  invitedBy?: number | undefined
  /** Whether a bot reads its mailbox and confirms. Honest people always do. */
  presses?: boolean
}

export const nameOf = (chance: Chance) => ({ first: chance.pick(FIRST), last: chance.pick(LAST) })

/** How people choose the part before the '@'. */
export function localPart(chance: Chance): string {
  const { first, last } = nameOf(chance)
  const year = String(chance.between(60, 99))
  return chance.weighted([
    [`${first}.${last}`, 30],
    [`${first}${last}`, 20],
    [`${first}${last}${year}`, 15],
    [`${first[0]}${last}${chance.between(1, 999)}`, 12],
    [`${first}_${last}`, 8],
    [`${first}${chance.between(1, 9999)}`, 8],
    [`${first}s.${chance.pick(['hair', 'nails', 'brows', 'beauty'])}`, 6],
    [`${first}${last[0]}+${chance.pick(['waitlist', 'beauty', 'news'])}`, 1],
  ])
}

/** An address of an ordinary person. A few mistype it, and a few use a throw-away mailbox. */
function emailOf(chance: Chance, taken: Set<string>): string {
  for (;;) {
    const provider = chance.weighted(PROVIDERS)
    const own = `${chance.pick(FIRST)}${chance.pick(['hair', 'nails', 'salon', 'studio', 'beauty'])}${chance.upTo(500)}.${chance.pick(['co.uk', 'com', 'uk'])}`
    const domain = chance.weighted([
      [provider === 'own' ? own : provider, 985],
      [chance.pick(['gmial.com', 'gmail.co', 'hotmial.com', 'iclod.com']), 8],
      [chance.pick(['mailinator.com', 'yopmail.com', 'guerrillamail.com']), 4],
    ] as const)
    const email = `${localPart(chance)}@${domain}`
    // Nobody else can have the same mailbox.
    const mailbox = email.endsWith('@gmail.com')
      ? email.replace(/\+.*@/, '@').replaceAll('.', '')
      : email.replace(/\+.*@/, '@')
    if (taken.has(mailbox)) continue
    taken.add(mailbox)
    return email
  }
}

/** Mistyped domains that nobody can send mail to. */
export const DEAD_TYPOS = ['hotmial.com', 'iclod.com']

export function answersOf(chance: Chance) {
  const { first, last } = nameOf(chance)
  const job_industry = chance.weighted(offered('job_industry').map((one, index) => [one, 6 - index] as const))
  const problems = chance.some(offered('problems').slice(0, -1), 0.5)
  const isOther = chance.is(0.08)
  return {
    full_name: `${first} ${last}`,
    business_name: chance.is(0.5) ? `${chance.pick(SALONS)} ${chance.pick(TOWNS)}` : `${first}'s ${job_industry}`,
    is_solo_provider: chance.is(0.7),
    job_industry,
    problems: isOther ? [...problems, OTHER] : problems,
    ...(isOther && {
      other_problem: `${chance.pick(['no shows', 'rent', 'staff', 'taxes', 'parking'])} in ${chance.pick(TOWNS)}`,
    }),
    goals: chance.some(offered('goals').slice(0, -1), 0.5),
    price_range: chance.weighted(priceBands().map(({ value }, index) => [value, 5 - index] as const)),
  }
}

/** An address of somebody's own, IPv4 or IPv6. */
export function networkOf(chance: Chance): string {
  if (chance.is(0.4)) return `2a0${chance.upTo(8)}:${hex(chance)}:${hex(chance)}:${hex(chance)}::${hex(chance)}`
  return `${chance.between(11, 99)}.${chance.upTo(256)}.${chance.upTo(256)}.${chance.between(1, 254)}`
}

const hex = (chance: Chance) => chance.between(1, 0xffff).toString(16)

/** An ordinary person: opens the page, reads, answers, sends. One in a hundred gets no stamp from the server. */
export function honestJoin(chance: Chance, { at, taken }: { at: number; taken: Set<string> }): Join {
  const elapsed = Math.round(Math.max(14_000, chance.skewed(95_000, 0.6)))
  return {
    at,
    address: networkOf(chance),
    opened: chance.is(0.99) ? elapsed + chance.between(50, 900) : null,
    body: {
      ...answersOf(chance),
      email: emailOf(chance, taken),
      elapsed_ms: elapsed,
      submission_id: chance.letters(20),
    },
    isHonest: true,
  }
}
