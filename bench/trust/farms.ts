import { arrivals, type Crowd, CROWDS, type Making } from './crowds.ts'
import { answersOf, honestJoin, type Join, localPart, nameOf, networkOf } from './person.ts'
import type { Chance } from './random.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** A farm, and the domains of its addresses that cannot receive mail. */
export type Farm = Crowd & { dead?: (domain: string) => boolean }

const THROW_AWAY = ['mailinator.com', 'yopmail.com', 'guerrillamail.com', '10minutemail.com', 'sharklasers.com']
const isDead = (domain: string) => domain.endsWith('.dead.example') || domain === '5'

/** The answers that a program sends, the same each time. */
export function scripted(chance: Chance, { at, address }: { at: number; address: string }, email: string): Join {
  const body = { ...SAME, full_name: `${nameOf(chance).first}`, email }
  return { at, address, opened: null, body, isHonest: false }
}

export const SAME = {
  business_name: 'Salon',
  is_solo_provider: true,
  job_industry: 'Barber',
  problems: ['Challenges in expanding your client base'],
  goals: ['Connect with mentors'],
  price_range: '£0 - £10/month',
}

/** Sub-addresses, dots at Gmail, throw-away mailboxes, domains that do not exist, and no domains at all. */
function naiveEmail(chance: Chance, index: number): string {
  const kind = index % 5
  if (kind === 0) return `dave.cheater+${index}@gmail.com`
  if (kind === 1) return `${dotted('davethegreatcheater', index)}@gmail.com`
  if (kind === 2) return `${chance.letters(8)}${index}@${chance.pick(THROW_AWAY)}`
  if (kind === 3) return `${chance.letters(9)}@${chance.letters(12)}${index}.dead.example`
  return `bot${index}@5`
}

/** Puts dots into a name, at different places for each number. */
export function dotted(name: string, number: number): string {
  return [...name].map((letter, index) => (index > 0 && (number >> (index - 1)) & 1 ? `.${letter}` : letter)).join('')
}

export const freeMail = (chance: Chance) => chance.pick(['gmail.com', 'outlook.com', 'yahoo.com', 'hotmail.com'])

/** A name as people choose one, with a random number. */
export const fakeName = (chance: Chance) => `${localPart(chance).replace('+', '.')}${chance.upTo(10_000)}`

export const FARMS: Farm[] = [
  {
    name: 'naive: 500 in 0.33 s',
    dead: isDead,
    make: ({ chance }) => {
      const address = networkOf(chance)
      return Array.from({ length: 500 }, (_, index) =>
        scripted(chance, { at: Math.round(index / 3), address }, naiveEmail(chance, index)),
      )
    },
  },
  {
    name: 'slow: 6 an hour for 2 days',
    make: ({ chance }) => {
      const addresses = [networkOf(chance), networkOf(chance), networkOf(chance)]
      return Array.from({ length: 288 }, (_, index) => {
        const at = index * 10 * MINUTE + chance.upTo(MINUTE)
        return scripted(chance, { at, address: chance.pick(addresses) }, `${fakeName(chance)}@${freeMail(chance)}`)
      })
    },
  },
  {
    name: 'one address each, many networks',
    make: ({ chance }) =>
      arrivals({ chance, count: 300, span: HOUR }).map((at) => {
        const join = scripted(chance, { at, address: networkOf(chance) }, `${chance.letters(11)}@${freeMail(chance)}`)
        return { ...join, body: { ...join.body, ...answersOf(chance), elapsed_ms: chance.between(200, 900) } }
      }),
  },
  {
    name: 'four real domains, bought for it',
    make: ({ chance }) => {
      const domains = [1, 2, 3, 4].map(() => `${chance.letters(4)}${chance.pick(['mail', 'post', 'box'])}.xyz`)
      const net = `45.${chance.upTo(256)}.${chance.upTo(256)}`
      return arrivals({ chance, count: 300, span: 6 * HOUR }).map((at) => {
        const address = `${net}.${chance.between(1, 250)}`
        const join = scripted(chance, { at, address }, `${fakeName(chance)}@${chance.pick(domains)}`)
        return { ...join, body: { ...join.body, ...answersOf(chance) } }
      })
    },
  },
  {
    name: 'human-like: opens the page, takes its time',
    make: ({ chance, taken }) =>
      arrivals({ chance, count: 200, span: 48 * HOUR }).map((at) => {
        const join = honestJoin(chance, { at, taken })
        return {
          ...join,
          isHonest: false,
          body: { ...join.body, email: `${fakeName(chance)}@${freeMail(chance)}` },
        }
      }),
  },
  {
    name: 'answers copied from others',
    make: ({ chance }) => {
      const copied = Array.from({ length: 12 }, () => answersOf(chance))
      return arrivals({ chance, count: 300, span: 10 * HOUR }).map((at) => {
        const address = networkOf(chance)
        const join = scripted(chance, { at, address }, `${fakeName(chance)}@${freeMail(chance)}`)
        const elapsed_ms = Math.round(chance.skewed(80_000, 0.5))
        return { ...join, body: { ...join.body, ...chance.pick(copied), elapsed_ms } }
      })
    },
  },
  {
    name: 'hidden in a real viral wave',
    dead: isDead,
    make: (making: Making) => {
      const { chance } = making
      const wave = CROWDS.find(({ name }) => name.startsWith('a viral wave'))!.make(making)
      const bots = arrivals({ chance, count: 200, span: 12 * HOUR }).map((at, index) => {
        const email = chance.is(0.5) ? naiveEmail(chance, index) : `${fakeName(chance)}@${freeMail(chance)}`
        const join = scripted(chance, { at, address: networkOf(chance) }, email)
        return { ...join, body: { ...join.body, ...answersOf(chance), elapsed_ms: chance.between(300, 60_000) } }
      })
      return [...wave, ...bots].sort((one, other) => one.at - other.at)
    },
  },
]
