import { seedPeople } from '../../src/server/cli/seed-people.ts'
import { sampleAnswers } from '../../test/sample-answers.ts'
import { arrivals, createChance, honestJoin, type Join, networkOf, scripted } from '../../bench/trust/person.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** The same in each run. */
const chance = createChance(18)

export type Guest = Join & { code: string }

/** Oldest first, with the codes that friends use later. */
export function makeFile(count: number, now: Date): { csv: string; codes: string[] } {
  const people = [...seedPeople({ count, first: 1, now })]
  const rows = people.map(({ email, created, code, referrer, answers }) => [
    email,
    created.toISOString(),
    code,
    referrer === null ? '' : people[referrer]!.code,
    `"${answers.business_name?.replaceAll('"', '""') ?? ''}"`,
    answers.job_industry,
    answers.price_range,
  ])
  const head = [
    'email',
    'created_at',
    'referral_code',
    'used_referral_code',
    'business_name',
    'job_industry',
    'price_range',
  ]
  return { csv: [head, ...rows].map((row) => row.join(',')).join('\n'), codes: people.map(({ code }) => code) }
}

/** Spread over ten days. */
export function makeFriends(count: number, codes: string[]): Guest[] {
  const taken = new Set<string>()
  return arrivals({ chance, count, span: 10 * DAY }).map((at) => {
    const join = honestJoin(chance, { at, taken })
    return { ...join, body: { ...sampleAnswers(), ...join.body }, code: chance.pick(codes) }
  })
}

/** The same answers from one network, a few seconds apart. */
export function makeFarm(count: number, code: string): Guest[] {
  const address = networkOf(chance)
  return Array.from({ length: count }, (_, index) => {
    const join = scripted(chance, { at: index * 4_000, address }, `free.seats+${index}@gmail.com`)
    return { ...join, body: { ...sampleAnswers(), ...join.body }, code }
  })
}
