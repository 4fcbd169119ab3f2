import { arrivals, type Crowd, type Making, people } from './crowds.ts'
import { dotted, fakeName, type Farm, freeMail, scripted } from './farms.ts'
import { answersOf, type Join, localPart, networkOf } from './person.ts'
import type { Chance } from './random.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Crowds that earlier rules held, and some that no rule was ever tried with. */
export const NAMED_CROWDS: Crowd[] = [
  {
    name: 'a class: 30 who send within half a second',
    make: (making) => sameNetwork(making, people(making, { count: 30, span: 500 })),
  },
  {
    name: 'a lecture: 120 in ninety seconds on one Wi-Fi',
    make: (making) => sameNetwork(making, people(making, { count: 120, span: 90 * SECOND })),
  },
  {
    name: 'bad Wi-Fi: half of 300 get their stamp only while they send',
    make: (making) =>
      people(making, { count: 300, span: 4 * HOUR }).map((join, index) =>
        index % 2 === 0 ? { ...join, opened: 700 } : join,
      ),
  },
  {
    name: 'a school’s open day: 90 on three tablets, a third with addresses of the school',
    make: (making) =>
      sameNetwork(making, people(making, { count: 90, span: 5 * HOUR })).map((join, index) =>
        index % 3 > 0
          ? join
          : { ...join, body: { ...join.body, email: `pupil${index}@st-${making.chance.letters(5)}.sch.uk` } },
      ),
  },
  {
    name: 'a group chat: 45 in twenty minutes, in bursts of three',
    make: (making) =>
      people(making, { count: 45, span: 20 * MINUTE }).map((join, index) => ({
        ...join,
        at: Math.floor(index / 3) * 80 * SECOND + (index % 3) * 700,
      })),
  },
  {
    name: 'a tab left open: 40 who send hours later',
    make: (making) =>
      people(making, { count: 40, span: 8 * HOUR }).map((join) => {
        const elapsed_ms = making.chance.between(2, 20) * HOUR
        return { ...join, at: join.at + 20 * HOUR, opened: elapsed_ms + SECOND, body: { ...join.body, elapsed_ms } }
      }),
  },
  {
    name: 'autofill: 40 who take three to six seconds',
    make: (making) =>
      people(making, { count: 40, span: 3 * HOUR }).map((join) => {
        const elapsed_ms = making.chance.between(3_000, 6_000)
        return { ...join, opened: elapsed_ms + 300, body: { ...join.body, elapsed_ms } }
      }),
  },
]

/** Attacks that earlier rules did not stop, or that used the rules against somebody, and some that are new. */
export const NAMED_FARMS: Farm[] = [
  {
    name: 'a rival’s code: 60 fill the hidden field, among 60 honest friends',
    make: (making) => {
      const { chance } = making
      const bots = arrivals({ chance, count: 60, span: HOUR }).map((at) => {
        const join = human(chance, { at, address: networkOf(chance) })
        return { ...join, body: { ...join.body, website: 'https://spam.example' } }
      })
      return mixed(bots, people(making, { count: 60, span: HOUR }))
    },
  },
  {
    name: 'a rival’s code: 60 who act like people, before 30 honest friends',
    make: (making) => {
      const { chance } = making
      const bots = arrivals({ chance, count: 60, span: HOUR }).map((at) =>
        human(chance, { at, address: networkOf(chance) }),
      )
      return mixed(
        bots,
        people(making, { count: 30, span: HOUR }).map((join) => ({ ...join, at: join.at + 2 * HOUR })),
      )
    },
  },
  {
    name: 'pairs every 31 minutes for two days: one address, same answers',
    make: ({ chance }) => {
      const address = networkOf(chance)
      return Array.from({ length: 186 }, (_, index) =>
        patient(
          scripted(chance, { at: Math.floor(index / 2) * 31 * MINUTE + (index % 2) * SECOND, address }, mail(chance)),
          chance,
        ),
      )
    },
  },
  {
    name: 'one address, same answers, a stamp and a random wait: 300 in five minutes',
    make: ({ chance }) => {
      const address = networkOf(chance)
      return arrivals({ chance, count: 300, span: 5 * MINUTE }).map((at) =>
        patient(scripted(chance, { at, address }, mail(chance)), chance),
      )
    },
  },
  {
    name: 'a tree of 100: each invites three, a network and answers each',
    make: ({ chance }) =>
      Array.from({ length: 100 }, (_, index) => ({
        ...human(chance, { at: index * 20 * SECOND, address: networkOf(chance) }),
        invitedBy: index < 3 ? undefined : Math.floor((index - 3) / 3),
      })),
  },
  {
    name: 'a chain of 60: each invites one',
    make: ({ chance }) =>
      Array.from({ length: 60 }, (_, index) => ({
        ...human(chance, { at: index * 45 * SECOND, address: networkOf(chance) }),
        invitedBy: index === 0 ? undefined : index - 1,
      })),
  },
  {
    name: 'twenty codes with eight friends each, from one network',
    make: ({ chance }) => {
      const address = networkOf(chance)
      return Array.from({ length: 180 }, (_, index) => ({
        ...human(chance, { at: index * 30 * SECOND, address }),
        invitedBy: index < 20 ? undefined : index % 20,
      }))
    },
  },
  {
    name: 'a drip: one every 47 minutes for four days, a network and answers each',
    make: ({ chance }) =>
      Array.from({ length: 120 }, (_, index) =>
        human(chance, { at: index * 47 * MINUTE + chance.upTo(20 * MINUTE), address: networkOf(chance) }),
      ),
  },
  {
    name: 'a catch-all domain: 80, who press every button',
    make: ({ chance }) =>
      arrivals({ chance, count: 80, span: 3 * HOUR }).map((at) => {
        const join = human(chance, { at, address: networkOf(chance) })
        return { ...join, presses: true, body: { ...join.body, email: `${fakeName(chance)}@salonbox.co.uk` } }
      }),
  },
  {
    name: 'endless subdomains of one domain: 80, who press every button',
    make: ({ chance }) =>
      arrivals({ chance, count: 80, span: 3 * HOUR }).map((at, index) => {
        const join = human(chance, { at, address: networkOf(chance) })
        const email = `${fakeName(chance)}@desk${index}.salonpost.co.uk`
        return { ...join, presses: true, body: { ...join.body, email } }
      }),
  },
  {
    name: 'one Yahoo mailbox with 60 suffixes, who press every button',
    make: ({ chance }) =>
      arrivals({ chance, count: 60, span: 3 * HOUR }).map((at, index) => {
        const join = human(chance, { at, address: networkOf(chance) })
        return { ...join, presses: true, body: { ...join.body, email: `sallyshearer-list${index}@yahoo.co.uk` } }
      }),
  },
  {
    name: 'eleven bots who bring ten each',
    make: ({ chance }) =>
      Array.from({ length: 121 }, (_, index) => ({
        ...human(chance, { at: index * 40 * SECOND, address: networkOf(chance) }),
        invitedBy: index < 11 ? undefined : (index - 11) % 11,
      })),
  },
  {
    name: 'a stranger types other spellings of ten friends’ addresses first',
    make: (making) => {
      const { chance } = making
      const owners = people(making, { count: 10, span: HOUR }).map((join, index) => {
        const body = { ...join.body, email: `${localPart(chance).replaceAll(/\W/g, '')}${index}mrt@gmail.com` }
        return { ...join, at: join.at + 2 * HOUR, body }
      })
      const strangers = owners.map(({ body }, index) => {
        const [name] = body.email.split('@')
        const join = human(chance, { at: index * MINUTE, address: networkOf(chance) })
        return { ...join, body: { ...join.body, email: `${dotted(name!, 5)}@gmail.com` } }
      })
      return mixed(strangers, owners)
    },
  },
]

const mail = (chance: Chance) => `${fakeName(chance)}@${freeMail(chance)}`

function sameNetwork({ chance }: Making, joins: Join[]): Join[] {
  const address = networkOf(chance)
  return joins.map((join) => ({ ...join, address }))
}

/** Opens the form, and sends it after as long as a person takes. */
function patient(join: Join, chance: Chance): Join {
  const elapsed_ms = chance.between(15_000, 90_000)
  return { ...join, opened: elapsed_ms + 200, body: { ...join.body, elapsed_ms } }
}

/** A bot that no rule can tell from a person. */
function human(chance: Chance, seen: { at: number; address: string }): Join {
  const join = patient(scripted(chance, seen, mail(chance)), chance)
  return { ...join, body: { ...join.body, ...answersOf(chance) } }
}

function mixed(...lists: Join[][]): Join[] {
  return lists.flat().sort((one, other) => one.at - other.at)
}
