import { arrivals, type Crowd, type Making, people } from './crowds.ts'
import { answersOf, localPart, networkOf } from './person.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Honest people who join a list with little data for its rules yet. */
export const NEWER_CROWDS: Crowd[] = [
  {
    name: 'a salon’s Wi-Fi: 40 in an hour',
    make: (making) => {
      const address = networkOf(making.chance)
      return people(making, { count: 40, span: HOUR }).map((join) => ({ ...join, address }))
    },
  },
  {
    name: 'a celebrity’s story: 500 in ten minutes, a tenth on one carrier',
    make: (making) => {
      const carrier = networkOf(making.chance)
      return people(making, { count: 500, span: 10 * MINUTE }).map((join) =>
        making.chance.is(0.1) ? { ...join, address: carrier } : join,
      )
    },
  },
  {
    name: 'a class: 30 with identical answers in six minutes',
    make: (making) => {
      const { chance } = making
      const address = networkOf(chance)
      const told = { ...answersOf(chance), business_name: 'Leeds City College' }
      return people(making, { count: 30, span: 6 * MINUTE }).map((join, index) => {
        const email = `s20${chance.between(10, 99)}${String(index).padStart(3, '0')}@student.leedscity.ac.uk`
        const elapsed_ms = Math.round(Math.max(14_000, chance.skewed(70_000, 0.35)))
        const body = { ...join.body, ...told, full_name: join.body['full_name'], email, elapsed_ms }
        return { ...join, address, opened: join.opened && elapsed_ms + chance.between(50, 900), body }
      })
    },
  },
  {
    name: 'a carrier’s one address: 200 in two hours',
    make: (making) => {
      const address = networkOf(making.chance)
      return people(making, { count: 200, span: 2 * HOUR }).map((join) => ({ ...join, address }))
    },
  },
  {
    name: 'a talk: 120 on one Wi-Fi in four minutes',
    make: (making) => {
      const address = networkOf(making.chance)
      return people(making, { count: 120, span: 4 * MINUTE }).map((join) => ({ ...join, address }))
    },
  },
  {
    name: 'script blockers: 50 in a day, none with a stamp',
    make: (making) => people(making, { count: 50, span: 24 * HOUR }).map((join) => ({ ...join, opened: null })),
  },
  {
    name: 'script blockers: 40 of 80 in two hours',
    make: (making) =>
      people(making, { count: 80, span: 2 * HOUR }).map((join, index) =>
        index % 2 === 0 ? { ...join, opened: null } : join,
      ),
  },
  {
    name: 'a small company: 25 at one domain and address in two days',
    make: (making) => {
      const { chance } = making
      const address = networkOf(chance)
      return people(making, { count: 25, span: 48 * HOUR }).map((join, index) => {
        const email = `${localPart(chance).replace(/\+.*/, '')}${index}@glowgroup.co.uk`
        return { ...join, address, body: { ...join.body, email, business_name: 'Glow Group' } }
      })
    },
  },
  {
    name: 'a hairdresser’s evening: 12 friends',
    make: (making) => people(making, { count: 12, span: 3 * HOUR }),
  },
  {
    name: 'friends over a fortnight: one or two a day',
    make: (making) => people(making, { count: 20, span: 14 * 24 * HOUR }),
  },
]

/** Friends who join on another site of the owner, whose program passes them on with a key. */
export const OWN_FORM_CROWDS: Crowd[] = [
  {
    name: 'own form: a salon over a day, 40 on one address',
    make: (making) => onOne(making, { count: 40, span: 10 * HOUR }),
  },
  { name: 'own form: friends, 40 in two hours', make: (making) => fromOwnForm(making, { count: 40, span: 2 * HOUR }) },
  {
    name: 'own form: a viral wave, 300 in six hours',
    make: (making) => fromOwnForm(making, { count: 300, span: 6 * HOUR }),
  },
]

function onOne(making: Making, when: { count: number; span: number }) {
  const address = networkOf(making.chance)
  return fromOwnForm(making, when).map((join) => ({ ...join, address }))
}

function fromOwnForm(making: Making, { count, span }: { count: number; span: number }) {
  return arrivals({ chance: making.chance, count, span }).map((at) => {
    const [join] = people(making, { count: 1, span: 1 })
    const { elapsed_ms: _ms, submission_id: _id, ...body } = join!.body
    return { ...join!, at, opened: null, isByKey: true, body }
  })
}
