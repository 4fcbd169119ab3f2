import { group } from './group.ts'
import { answersOf, type Chance, nameIn, networkOf } from './person.ts'

const together = (chance: Chance) => {
  const address = networkOf(chance)
  return () => ({ address })
}
/** On one address, each so-manyth of them at one domain. */
const staff = (domain: string, share: number) => (chance: Chance) => {
  const address = networkOf(chance)
  return (index: number) => ({ address, ...(index % share === 0 && { email: `${nameIn(chance)}@${domain}` }) })
}
const RELAYS = ['privaterelay.appleid.com', 'mozmail.com', 'duck.com']

/** Honest people, in crowds that look like farms: none should lose a credit. */
export const CROWDS = [
  group('a salon: 40 on one address, half at its domain', 40, 30, staff('velvetroom.co.uk', 2)),
  group('a salon: 40 on its Wi-Fi in an hour', 40, 1, together),
  group('a carrier: 100 on one address in two hours', 100, 2, together),
  group('a carrier: 120 on three addresses', 120, 2, (chance) => () => ({ address: `94.1.7.${chance.upTo(3)}` })),
  group('a talk: 100 on one Wi-Fi in four minutes', 100, 0.07, together),
  group('a class: 30 who send within half a second', 30, 0.00014, together),
  group('a class: 30 at one domain in six minutes', 30, 0.1, staff('student.leedscity.ac.uk', 1)),
  group('a class: 30 with the same answers', 30, 0.1, (chance) => {
    const [address, answers] = [networkOf(chance), answersOf(chance)]
    return () => ({ address, answers })
  }),
  group('an open day: 90, a third at one domain', 90, 5, staff('st-anne.leeds.sch.uk', 3)),
  group('a small company: 25 at one domain', 25, 48, staff('glowgroup.co.uk', 1)),
  group('a newsletter: 120 in ten minutes', 120, 0.17),
  group('a viral wave: 120 in twelve hours', 120, 12),
  group("a hairdresser's evening: 12 friends", 12, 3),
  group('friends over a fortnight: 20', 20, 336),
  group('relays: 60 at three', 60, 24, ({ letters, pick }) => () => ({ email: `${letters(10)}@${pick(RELAYS)}` })),
  group('salons: 16 below uk.com', 16, 20, () => (index) => ({ email: `hello@salon${index}.uk.com` })),
  group('a family: five on one mailbox', 5, 2, () => (index) => ({ email: `the.smiths+${index}@gmail.com` })),
  group('a fair: 80 on one tablet', 80, 3, ({ between }) => () => ({ address: '94.3.3.3', seconds: between(16, 60) })),
  group('pasted answers: 60 in five to nine seconds', 60, 3, (chance) => {
    const answers = answersOf(chance)
    return () => ({ answers, seconds: chance.between(5, 9) })
  }),
  group('autofill: 40 in three to six seconds', 40, 3, ({ between }) => () => ({ seconds: between(3, 6) })),
  group('a tab left open: 40', 40, 8, ({ upTo }) => (index) => ({ seconds: 7_200 + upTo(70_000), at: 1_300 + index })),
  group('bad Wi-Fi: 80, half with a late stamp', 80, 4, () => (index) => (index % 2 === 0 ? { opened: 700 } : {})),
  group('script blockers: 40 of 80, no stamp', 80, 2, () => (index) => (index % 2 === 0 ? { opened: null } : {})),
  group('a group chat: 45 in bursts of three', 45, 1, () => (index) => ({ at: Math.floor(index / 3) * 1.3 })),
  group("the owner's own form: 40 by a key", 40, 10, () => () => ({ isByKey: true, opened: null })),
]
