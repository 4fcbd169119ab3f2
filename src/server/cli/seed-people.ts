import {
  choicesOf,
  hasOther,
  isFurther,
  OTHER,
  otherOf,
  type Question,
  storedQuestions,
  toAnswers,
} from '#shared/site/questions.ts'
import { DAY_MS } from '#shared/values/durations.ts'
import type { Utm } from '#shared/joining/join.ts'
import { offered, priceBands } from '#shared/site/offered.ts'
import { isTypedQuestion, type TypedQuestion } from '#shared/site/typed-answers.ts'
import { REFERRAL_CODE_ALPHABET, REFERRAL_CODE_LENGTH } from '#shared/joining/referral-code.ts'
import type { Seed } from '../joining/store-others.ts'

const DAYS = 120
const SHARE_WITH_FRIEND = 0.34

const FIRST_NAMES =
  'Amelia Aisha Bea Callum Chloe Dami Eilidh Ffion Grace Hannah Imani Jade Jordan Kezia Lola Marcus Maya Niamh Noor Olu Priya Reece Rosa Sade Tariq Yasmin Zofia'.split(
    ' ',
  )
const LAST_NAMES =
  'Adeyemi Ahmed Baker Begum Campbell Clarke Davies Evans Fraser Green Hughes Kaur Khan Lewis Martin Mensah Murphy Nowak Okafor Patel Reid Roberts Shah Silva Taylor Walsh Wright'.split(
    ' ',
  )
const PLACES = 'Soho Leith Hackney Brixton Ancoats Clifton Roath Jesmond Didsbury Peckham Headingley Kemptown'.split(
  ' ',
)
const BUSINESSES: Record<string, string[]> & { [OTHER]: string[] } = {
  Barber: ['Cuts', 'Barber Co', 'Fade House', 'Sharp & Sons'],
  Hairdresser: ['Hair', 'Hair Studio', 'Colour Room', 'The Cutting Room'],
  'Nail Artist': ['Nails', 'Nail Bar', 'Nail Studio', 'Lacquer'],
  'Make Up Artist': ['Make Up', 'Face Studio', 'Bridal Beauty', 'Glow'],
  [OTHER]: ['Skin', 'Brows & Lashes', 'Aesthetics', 'Beauty Rooms'],
}
const OTHER_PROBLEMS = ['Late cancellations', 'Rent for my chair keeps going up', 'Answering messages at midnight']
const OTHER_GOALS = ['Take Mondays off', 'Open a second room', 'Hire my first apprentice']
const SOURCES = [null, null, null, 'instagram', 'instagram', 'tiktok', 'google', 'newsletter'] as const
const MEDIUMS = { instagram: 'social', tiktok: 'social', google: 'cpc', newsletter: 'email' } as const
const CAMPAIGNS = ['sneak-peek', 'founding-chairs', 'spring-refresh', 'salon-live', 'bring-a-friend', 'last-call']

/** Like a real market: the second price band is the most common. */
const INDUSTRY_WEIGHTS = [30, 34, 18, 11, 7]
const PRICE_WEIGHTS = [24, 43, 24, 9]
const WEIGHT_OF_OTHERS = 10

type Options = { count: number; first: number; now: Date }

/**
 * In the order of joining, over the 120 days up to `now`. The same `first` and `count` give the same people, at
 * reserved domains.
 */
export function* seedPeople({ count, first, now }: Options): Generator<Seed> {
  const random = createRandom(first)
  const start = now.getTime() - DAYS * DAY_MS
  for (let index = 0; index < count; index += 1) {
    // Sign-ups per day rise over time, as on a real list.
    const elapsed = Math.sqrt((index + 0.5) / count)
    const created = new Date(start + elapsed * DAYS * DAY_MS)
    const referrer = index > 0 && random() < SHARE_WITH_FRIEND ? Math.floor(index * random() ** 2) : null
    const campaign = CAMPAIGNS[Math.floor(elapsed * CAMPAIGNS.length)]!
    yield {
      ...makePerson({ number: first + index, campaign }, random),
      id: makeId(created, random),
      code: makeCode(random),
      created,
      referrer,
    }
  }
}

type Made = { number: number; campaign: string }

function makePerson(
  { number, campaign }: Made,
  random: () => number,
): Pick<Seed, 'email' | 'full_name' | 'answers' | 'utm' | 'elapsed_ms'> {
  const [firstName, lastName, place] = [pick(FIRST_NAMES, random), pick(LAST_NAMES, random), pick(PLACES, random)]
  const job_industry = pickWeighted(offered('job_industry'), INDUSTRY_WEIGHTS, random)
  const owner = random() < 0.5 ? `${firstName}’s` : place
  const problems = pickSome(offered('problems'), random)
  const goals = pickSome(offered('goals'), random)
  const utm = utmOf(pick(SOURCES, random), number % 2 === 0 ? campaign : undefined)
  const answers = toAnswers({
    business_name: `${owner} ${pick(BUSINESSES[job_industry] ?? BUSINESSES[OTHER], random)}`,
    is_solo_provider: random() < 0.71,
    job_industry,
    problems,
    other_problem: problems.includes(OTHER) ? pick(OTHER_PROBLEMS, random) : null,
    goals,
    other_goal: goals.includes(OTHER) ? pick(OTHER_GOALS, random) : null,
    price_range: pickWeighted(priceBands(), PRICE_WEIGHTS, random).value,
    ...Object.assign(
      {},
      ...storedQuestions()
        .filter(isFurther)
        .map((question) => answerOf(question, random)),
    ),
  })
  // A domain each: many people at one domain would be a group under Review.
  const email = `${firstName}.${lastName}@salon-${number}.example`.toLowerCase()
  return {
    email,
    full_name: `${firstName} ${lastName}`,
    answers,
    utm,
    elapsed_ms: 30_000 + Math.floor(random() * 90_000),
  }
}

function utmOf(source: (typeof SOURCES)[number], campaign: string | undefined): Utm | null {
  return source && { source, medium: MEDIUMS[source], ...(campaign && { campaign }) }
}

function answerOf(question: Question, random: () => number): Record<string, unknown> {
  const { name, kind } = question
  if (isTypedQuestion(question)) return { [name]: typedAnswer(question, random) }
  if (kind === 'yes-no') return { [name]: random() < 0.5 }
  const chosen = pickSome(
    choicesOf(question).map(({ value }) => value),
    random,
  )
  const answer = kind === 'many' ? chosen : chosen[0]!
  const other = otherOf(question)
  return { [name]: answer, ...(other && hasOther(answer) && { [other]: pick(OTHER_GOALS, random) }) }
}

function typedAnswer(question: TypedQuestion, random: () => number): string | number {
  const { kind } = question
  if (kind === 'number') {
    const { min = 0, max = min + 100 } = question
    return min + Math.floor(random() * (max - min + 1))
  }
  if (kind === 'date') return new Date(Date.UTC(2026, 0, 1 + Math.floor(random() * 365))).toISOString().slice(0, 10)
  const place = pick(PLACES, random)
  return kind === 'link' ? `https://${place.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.example` : place
}

function makeId(created: Date, random: () => number): string {
  const time = created.getTime().toString(16).padStart(12, '0')
  const hex = (digits: number) =>
    Math.floor(random() * 16 ** digits)
      .toString(16)
      .padStart(digits, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-8${hex(3)}-${hex(6)}${hex(6)}`
}

function makeCode(random: () => number): string {
  return Array.from({ length: REFERRAL_CODE_LENGTH }, () => pick([...REFERRAL_CODE_ALPHABET], random)).join('')
}

function pick<Item>(items: readonly Item[], random: () => number): Item {
  return items[Math.floor(random() * items.length)]!
}

function pickSome<Item>(items: readonly Item[], random: () => number): Item[] {
  const chosen = new Set<Item>()
  const wanted = Math.min(1 + Math.floor(random() * 3), items.length)
  while (chosen.size < wanted) chosen.add(items[Math.floor(items.length * random() ** 1.5)]!)
  return items.filter((item) => chosen.has(item))
}

function pickWeighted<Item>(items: readonly Item[], known: number[], random: () => number): Item {
  const weights = items.map((_, index) => known[index] ?? WEIGHT_OF_OTHERS)
  let left = random() * weights.reduce((sum, weight) => sum + weight, 0)
  return items[weights.findIndex((weight) => (left -= weight) < 0)]!
}

/** Mulberry32: Math.random cannot be seeded. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
