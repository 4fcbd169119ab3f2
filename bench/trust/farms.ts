import { type Change, group } from './group.ts'
import { answersOf, type Chance, nameIn, networkOf, SAME } from './person.ts'

const BLIND = { opened: null, answers: SAME } satisfies Change
const bought = (chance: Chance) => (index: number) => ({ ...BLIND, email: `${nameIn(chance)}@box${index % 4}.xyz` })
const friend = { isHonest: true } as const

const fromOne = (bot: Change) => (chance: Chance) => {
  const address = networkOf(chance)
  return () => ({ ...bot, address })
}
/** Honest friends at each second place, bots at the others. */
const among = (bot: Change) => () => (index: number) => (index % 2 === 0 ? friend : bot)
/** Real mailboxes at as many domains, in which somebody presses every button. */
const reading =
  (domain: string, domains = 1) =>
  (chance: Chance) =>
  (index: number) => ({
    email: `${nameIn(chance)}@${domain.replace('#', String(index % domains))}`,
    presses: true,
  })
const invited = (first: number, each: number) => () => (index: number) => ({
  at: index,
  invitedBy: index < first ? undefined : Math.floor((index - first) / each),
})

/** Puts dots into a name, at different places for each number. */
const dotted = (name: string, number: number) =>
  [...name].map((letter, index) => (index > 0 && (number >> (index - 1)) & 1 ? `.${letter}` : letter)).join('')

const naive = ({ letters }: Chance, index: number): string =>
  [
    `dave.cheater+${index}@gmail.com`,
    `${dotted('davethegreatcheater', index)}@gmail.com`,
    `${letters(8)}${index}@mailinator.com`,
    `${letters(9)}@${letters(12)}${index}gone.com`,
    `bot${index}@5`,
  ][index % 5]!

/** Made-up friends. Where honest people are among them, these should lose nothing. */
export const FARMS = [
  group('naive: 250 in a second', 250, 0.0003, (chance) => (index) => ({ ...BLIND, email: naive(chance, index) })),
  group('slow: one in ten minutes for a day', 144, 24, fromOne(BLIND)),
  group('sixty in a second from one address', 60, 0.0003, fromOne(BLIND)),
  group('a network each, in under a second', 100, 1, () => () => ({ seconds: 0.5 })),
  group('four bought domains, no stamp', 100, 6, bought),
  group('acts like people', 100, 48),
  group('a drip: one in 47 minutes for four days', 120, 94, () => (index) => ({ at: index * 47 })),
  group('other answers, no stamp', 100, 10, (chance) => () => ({ opened: null, answers: answersOf(chance) })),
  group('stamps fetched, sent at once a minute later', 100, 1, fromOne({ at: 1, opened: 60_000, seconds: 40 })),
  group('always ten seconds, a network each', 80, 2, () => () => ({ opened: 10_000, seconds: 10 })),
  group('one an hour, waits, same answers', 100, 100, fromOne({ answers: SAME, seconds: 30 })),
  group('one mailbox with tags and dots', 60, 6, () => (index) => ({
    email: index % 2 ? `jo.cheater+${index}@outlook.com` : `${dotted('cheatingjoanna', index)}@gmail.com`,
  })),
  group(
    '80 hidden in a viral wave',
    160,
    12,
    (chance) => (index) => (index % 2 === 0 ? friend : { seconds: 9, email: naive(chance, index) }),
  ),
  group('60 among 60 friends, no stamp', 120, 5, among({ ...BLIND, address: '45.9.9.9' })),
  group("a rival's code: 60 fill the hidden field, 60 friends", 120, 1, among({ website: 'https://x.example' })),
  group(
    "a rival's code: 60 like people, then 30 friends",
    90,
    1,
    () => (index) => (index < 60 ? {} : { ...friend, at: index }),
  ),
  group("a rival types ten friends' addresses first", 20, 1, () => (index) => ({
    email: `honest.friend${index % 10}@gmail.com`,
    at: index * 9,
    ...(index < 10 ? { isRivals: true } : { ...friend, opened: 60_000 }),
  })),
  group("a stranger types other spellings of ten friends' addresses", 20, 1, () => (index) => ({
    email: `${index < 10 ? dotted(`maryrtate${index}`, 5) : `maryrtate${index - 10}`}@gmail.com`,
    at: index * 9,
    ...(index >= 10 && { ...friend, opened: 60_000 }),
  })),
  group('a tree of 100: each invites three', 100, 1, invited(3, 3)),
  group('a chain of 60: each invites one', 60, 1, invited(1, 1)),
  group(
    'twenty codes with seven friends each',
    160,
    1,
    () => (index) => (index < 20 ? {} : { invitedBy: index % 20, at: 90 }),
  ),
  group('a catch-all domain: 80 who press', 80, 3, reading('salonbox.co.uk')),
  group('eight bought domains: 80 who press', 80, 3, reading('box#.com', 8)),
  group('endless subdomains: 80 who press', 80, 3, reading('d#.plc.cc', 80)),
  group('one account at a relay: 80 who press', 80, 3, reading('duck.com')),
]
