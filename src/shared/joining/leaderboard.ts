import * as z from 'zod/mini'
import { LONGEST_BOARD_NAME } from './leaderboard-name.ts'

const WORDS = /^\p{L}\p{M}{0,4}(?:[ '’-]?\p{L}\p{M}{0,4})*$/u
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u
const LATIN_LOOKALIKES =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Cherokee}\p{Script=Armenian}\p{Script=Coptic}\p{Script=Lisu}]/u

function isOfOneAlphabet(name: string): boolean {
  return name.split(/[ '’-]/).every((word) => !/\p{Script=Latin}/u.test(word) || !LATIN_LOOKALIKES.test(word))
}

export const BoardName = z.strictObject({
  name: z.pipe(
    z.string().check(
      z.trim(),
      z.minLength(1, 'must not be blank'),
      z.maxLength(LONGEST_BOARD_NAME, `must have at most ${LONGEST_BOARD_NAME} letters`),
      z.regex(WORDS, 'must be letters'),
      z.refine((name) => !INVISIBLE.test(name), 'must be letters'),
      z.refine(isOfOneAlphabet, 'must be letters of one alphabet'),
      z.refine((name) => !isSlur(name), 'must be another name'),
    ),
    z.string(),
  ),
})

const BoardRow = z.object({ rank: z.int(), name: z.string(), friends: z.int(), is_own: z.boolean() })

/** `rows`: the first ten, and oneself. `own`: null for whoever chose no name. Null: there is no leaderboard. */
export const Board = z.nullable(
  z.object({
    rows: z.array(BoardRow),
    own: z.nullable(z.object({ name: z.string(), is_taken_off: z.boolean() })),
  }),
)
export type Board = z.infer<typeof Board>

export const BoardOfOwner = z.object({
  is_on: z.boolean(),
  has_page: z.boolean(),
  names: z.array(
    z.object({ id: z.string(), email: z.string(), name: z.string(), friends: z.int(), is_taken_off: z.boolean() }),
  ),
})
export const BoardChange = z.strictObject({ is_taken_off: z.boolean() })

/** Parts of words, without accents. A list can only be short: the owner can take any name off. */
const ANYWHERE = ['nigg', 'faggot', 'kike', 'wetback', 'tranny', 'hitler', 'cunt', 'fuck', 'whore', 'kanake', 'neger']
/** Refused as whole words only: harmless words contain them. */
const ALONE = 'fag spic chink gook coon paki dyke slut nazi retard bitch hure puta pute kurwa'.split(' ')

/** Pairs that NFKD keeps apart. */
const LOOKALIKES = new Map(
  'ıi ɪi łl ʟl øo ᴏo đd ᴅd ŧt ᴛt ħh ʜh ɡg ɢg ɴn ŋn ᴀa ɑa ʙb ƀb ᴄc ƈc ᴇe ǝe ꜰf ƒf ᴋk ƙk ᴘp ʀr ꜱs ᴜu ʋu ᴡw ʏy'
    .split(' ')
    .map((pair) => [pair[0]!, pair[1]!]),
)

function isSlur(name: string): boolean {
  const letters = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const bare = letters.replaceAll(/\P{ASCII}/gu, (letter) => LOOKALIKES.get(letter) ?? letter)
  // A letter that is repeated more often may stand for one or for two.
  return ['$1', '$1$1'].some((few) => {
    const words = bare.replaceAll(/(\p{L})\1{2,}/gu, few).split(/[^\p{L}]+/u)
    return words.some((word) => ALONE.includes(word)) || ANYWHERE.some((part) => words.join('').includes(part))
  })
}
