import { arrivals, people } from './crowds.ts'
import { dotted, fakeName, type Farm, freeMail, scripted } from './farms.ts'
import { answersOf, honestJoin, type Join, networkOf } from './person.ts'
import type { Chance } from './random.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** The join of a program that sends real-looking answers, different ones each time. */
function varied(chance: Chance, seen: { at: number; address: string }, changes: object = {}): Join {
  const join = scripted(chance, seen, `${fakeName(chance)}@${freeMail(chance)}`)
  return { ...join, body: { ...join.body, ...answersOf(chance), ...changes } }
}

/** Stamps that are fetched in one go and sent later. */
const fetchedAt = (joins: Join[], fetched: (index: number) => number) =>
  joins.map((join, index) => ({ ...join, opened: join.at - fetched(index) }))

const times = (count: number, gap: number) => Array.from({ length: count }, (_, index) => Math.round(index * gap))

/** Farms on a list with little data for its rules yet. */
export const NEWER_FARMS: Farm[] = [
  {
    name: 'sixty in a second: one address, plain mailboxes',
    make: ({ chance }) => {
      const address = networkOf(chance)
      return times(60, 15).map((at) => scripted(chance, { at, address }, `${fakeName(chance)}@gmail.com`))
    },
  },
  {
    name: 'sixty in five minutes: a network each, other answers each',
    make: ({ chance }) => times(60, 5 * SECOND).map((at) => varied(chance, { at, address: networkOf(chance) })),
  },
  {
    name: 'sixty in twenty minutes: a network each, other answers and believable times',
    make: ({ chance }) =>
      arrivals({ chance, count: 60, span: 20 * MINUTE }).map((at) =>
        varied(chance, { at, address: networkOf(chance) }, { elapsed_ms: chance.between(20_000, 120_000) }),
      ),
  },
  {
    name: 'a hundred stamps fetched, sent half a minute later in 0.44 s',
    make: ({ chance }) => {
      const address = networkOf(chance)
      const joins = times(100, 4.4).map((at) => {
        const join = scripted(chance, { at: 31_000 + at, address }, `${fakeName(chance)}@${freeMail(chance)}`)
        return { ...join, body: { ...join.body, elapsed_ms: 41_000 } }
      })
      return fetchedAt(joins, (index) => index * 5)
    },
  },
  {
    name: 'a hundred stamps fetched, sent a minute later at once with other answers and times',
    make: ({ chance }) => {
      const address = networkOf(chance)
      const joins = times(100, 2).map((at) =>
        varied(chance, { at: 61_000 + at, address }, { elapsed_ms: chance.between(20_000, 60_000) }),
      )
      return fetchedAt(joins, (index) => index * 5)
    },
  },
  {
    name: 'a hundred stamps fetched, sent over ten minutes with other answers',
    make: ({ chance }) => {
      const address = networkOf(chance)
      const joins = times(100, 6 * SECOND).map((at) =>
        varied(chance, { at: 60_000 + at, address }, { elapsed_ms: chance.between(20_000, 50_000) }),
      )
      return fetchedAt(joins, (index) => index * 5)
    },
  },
  {
    name: 'a stamp each, always ten seconds, a network each',
    make: ({ chance }) =>
      arrivals({ chance, count: 80, span: 2 * HOUR }).map((at) => {
        const join = varied(chance, { at, address: networkOf(chance) })
        return { ...join, opened: 10_000 + chance.upTo(120) }
      }),
  },
  {
    name: 'one an hour for six days: no stamp, one address',
    make: ({ chance }) => {
      const address = networkOf(chance)
      return times(144, HOUR).map((at) =>
        scripted(chance, { at: at + chance.upTo(MINUTE), address }, `${fakeName(chance)}@${freeMail(chance)}`),
      )
    },
  },
  {
    name: 'one an hour for six days: no stamp, a network each, other answers',
    make: ({ chance }) =>
      times(144, HOUR).map((at) => varied(chance, { at: at + chance.upTo(MINUTE), address: networkOf(chance) })),
  },
  {
    name: 'one an hour for six days: a stamp and some waiting each, same answers, one address',
    make: ({ chance }) => {
      const address = networkOf(chance)
      return times(144, HOUR).map((at) => {
        const join = scripted(chance, { at: at + 60_000, address }, `${fakeName(chance)}@${freeMail(chance)}`)
        const elapsed_ms = chance.between(20_000, 50_000)
        return { ...join, opened: elapsed_ms + 100, body: { ...join.body, elapsed_ms } }
      })
    },
  },
  {
    name: 'catch-all domains: two bought ones, no stamp, other answers',
    make: ({ chance }) => {
      const domains = ['salonpost.co.uk', 'beautymailbox.co.uk']
      return arrivals({ chance, count: 80, span: 4 * HOUR }).map((at) => {
        const join = varied(chance, { at, address: networkOf(chance) })
        return { ...join, body: { ...join.body, email: `${fakeName(chance)}@${chance.pick(domains)}` } }
      })
    },
  },
  {
    name: 'one mailbox: plus and dots, opens the form each time',
    make: (making) => {
      const { chance } = making
      return arrivals({ chance, count: 60, span: 6 * HOUR }).map((at, index) => {
        const join = honestJoin(chance, { at, taken: making.taken })
        const email =
          index % 2 === 0 ? `jo.cheater+${index}@outlook.com` : `${dotted('cheatingjoanna', index)}@gmail.com`
        return { ...join, isHonest: false, body: { ...join.body, email } }
      })
    },
  },
  {
    name: 'sixty among sixty real friends: no stamp, one address',
    make: (making) => {
      const { chance } = making
      const address = networkOf(chance)
      const real = people(making, { count: 60, span: 5 * HOUR })
      const bots = arrivals({ chance, count: 60, span: 5 * HOUR }).map((at) =>
        scripted(chance, { at, address }, `${fakeName(chance)}@${freeMail(chance)}`),
      )
      return [...real, ...bots].sort((one, other) => one.at - other.at)
    },
  },
  {
    name: 'thirty among three hundred real friends: no stamp, a network each, other answers',
    make: (making) => {
      const { chance } = making
      const real = people(making, { count: 300, span: 10 * HOUR })
      const bots = arrivals({ chance, count: 30, span: 10 * HOUR }).map((at) =>
        varied(chance, { at, address: networkOf(chance) }),
      )
      return [...real, ...bots].sort((one, other) => one.at - other.at)
    },
  },
]
