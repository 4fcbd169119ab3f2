import { answersOf, honestJoin, type Join, localPart, networkOf } from './person.ts'
import type { Chance } from './random.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** `taken`: the addresses of other people on the list. Times count from the beginning of the crowd. */
export type Making = { chance: Chance; taken: Set<string> }
export type Crowd = { name: string; make: (making: Making) => Join[] }

/** Returns times at which people come, in order. In a long span, few come at night. */
export function arrivals({ chance, count, span }: { chance: Chance; count: number; span: number }): number[] {
  const times: number[] = []
  while (times.length < count) {
    const at = chance.upTo(span)
    const hour = (at / HOUR + 9) % 24
    if (span > 20 * HOUR && (hour < 7 || hour > 23) && chance.is(0.9)) continue
    times.push(at)
  }
  return times.sort((one, other) => one - other)
}

export function people({ chance, taken }: Making, { count, span }: { count: number; span: number }): Join[] {
  return arrivals({ chance, count, span }).map((at) => honestJoin(chance, { at, taken }))
}

/** Honest crowds, in which nobody should lose a credit. */
export const CROWDS: Crowd[] = [
  {
    name: 'a salon: 40 on one address',
    make: ({ chance, taken }) => {
      const address = networkOf(chance)
      return people({ chance, taken }, { count: 40, span: 30 * HOUR }).map((join, index) => {
        const isStaff = chance.is(0.5)
        const email = isStaff
          ? `${localPart(chance).replace(/\+.*/, '')}${index}@velvetroom-leeds.co.uk`
          : join.body.email
        const body = { ...join.body, email, business_name: 'Velvet Room Leeds', job_industry: 'Hairdresser' }
        return { ...join, address, body }
      })
    },
  },
  {
    name: 'a phone network: 400 behind three addresses',
    make: ({ chance, taken }) => {
      const net = `94.197.${chance.upTo(256)}`
      return people({ chance, taken }, { count: 400, span: 2 * HOUR }).map((join) => ({
        ...join,
        address: `${net}.${chance.between(10, 12)}`,
      }))
    },
  },
  {
    name: 'a newsletter: 500 in ten minutes',
    make: (making) => {
      const joins = people(making, { count: 500, span: 10 * MINUTE })
      // Most people open the newsletter at once.
      return joins
        .map((join) => ({ ...join, at: Math.round((join.at / (10 * MINUTE)) ** 2 * 10 * MINUTE) }))
        .sort((one, other) => one.at - other.at)
    },
  },
  {
    name: 'private relay addresses',
    make: ({ chance, taken }) =>
      people({ chance, taken }, { count: 200, span: 24 * HOUR }).map((join) => {
        const email = chance.weighted([
          [`${chance.letters(10, 'abcdefghijkmnpqrstuvwxyz23456789')}@privaterelay.appleid.com`, 6],
          [`${chance.letters(9, 'abcdefghijkmnpqrstuvwxyz0123456789')}@mozmail.com`, 2],
          [`${chance.pick(['happy', 'rusty', 'plaid'])}-${chance.letters(5)}-${chance.letters(5)}@duck.com`, 2],
          [`${localPart(chance).replace('+', '.')}.${chance.letters(5)}@simplelogin.com`, 1],
          [`${chance.letters(5)}.${chance.letters(4)}${chance.upTo(99)}@passmail.net`, 1],
        ])
        return { ...join, body: { ...join.body, email } }
      }),
  },
  {
    name: 'people who paste answers',
    make: ({ chance, taken }) => {
      const sheets = [answersOf(chance), answersOf(chance), answersOf(chance)]
      return people({ chance, taken }, { count: 120, span: 3 * HOUR }).map((join) => {
        if (chance.is(0.4)) return join
        const { full_name, business_name } = join.body
        const elapsed_ms = Math.round(Math.max(5_500, chance.skewed(1500, 0.4)))
        const body = { ...join.body, ...chance.pick(sheets), full_name, business_name, elapsed_ms }
        return { ...join, opened: join.opened && elapsed_ms + chance.between(50, 900), body }
      })
    },
  },
  {
    name: 'a school class: 30 in six minutes',
    make: ({ chance, taken }) => {
      const address = networkOf(chance)
      const told = { ...answersOf(chance), job_industry: 'Hairdresser', business_name: 'Leeds City College' }
      return people({ chance, taken }, { count: 30, span: 6 * MINUTE }).map((join, index) => {
        const email = `s${chance.between(20_00, 20_99)}${String(index).padStart(3, '0')}${chance.upTo(10)}@student.leedscity.ac.uk`
        const { full_name } = join.body
        return { ...join, address, body: { ...join.body, ...(chance.is(0.6) && told), full_name, email } }
      })
    },
  },
  {
    name: 'a fair: 80 on one tablet',
    make: ({ chance, taken }) => {
      const address = networkOf(chance)
      let at = 0
      return people({ chance, taken }, { count: 80, span: HOUR }).map((join) => {
        at += Math.round(45 * SECOND + chance.wait(100 * SECOND))
        const elapsed_ms = Math.round(Math.max(16_000, chance.skewed(38_000, 0.35)))
        return { ...join, at, address, opened: elapsed_ms + 300, body: { ...join.body, elapsed_ms } }
      })
    },
  },
  {
    name: 'careful people: a third block scripts, a tenth hide their mailbox',
    make: ({ chance, taken }) =>
      people({ chance, taken }, { count: 90, span: 20 * HOUR }).map((join) => ({
        ...join,
        opened: chance.is(0.33) ? null : join.opened,
        body: {
          ...join.body,
          ...(chance.is(0.1) && { email: `${chance.letters(8)}@anonaddy.me` }),
          ...(chance.is(0.3) && { elapsed_ms: undefined }),
        },
      })),
  },
  {
    name: 'a viral wave: 300 in twelve hours',
    make: (making) => people(making, { count: 300, span: 12 * HOUR }),
  },
]
