import * as z from 'zod/mini'
import { GOALS, INDUSTRIES, PRICE_BANDS, PROBLEMS } from '#site/questionnaire.ts'
import { isOtherMissing } from './other-answer.ts'
import { text } from './text-schema.ts'
import { MAX_LENGTH } from './text.ts'

export type PriceRange = (typeof PRICE_BANDS)[number]['value']
const PRICE_RANGES = PRICE_BANDS.map((band) => band.value) as [PriceRange, ...PriceRange[]]

const NOT_A_CHOICE = 'is not one of the choices'
const otherText = z.nullish(text(MAX_LENGTH.freeText, { blank: true }))

/** The stored answers of the questionnaire, as they travel: everything but the full name. */
export const answerFields = {
  business_name: text(MAX_LENGTH.name),
  is_solo_provider: z.boolean('must be true or false'),
  job_industry: z.enum(INDUSTRIES, NOT_A_CHOICE),
  problems: someOf(PROBLEMS),
  other_problem: otherText,
  goals: someOf(GOALS),
  other_goal: otherText,
  price_range: z.enum(PRICE_RANGES, NOT_A_CHOICE),
}

/** Answers that passed the rules: the text of an Other is there exactly when Other is chosen. */
export type Answers = {
  business_name: string
  is_solo_provider: boolean
  job_industry: (typeof INDUSTRIES)[number]
  problems: (typeof PROBLEMS)[number][]
  other_problem: string | null
  goals: (typeof GOALS)[number][]
  other_goal: string | null
  price_range: PriceRange
}

/** Whoever chooses Other says what it is. */
export const otherIsSpecified = z.superRefine<z.infer<z.ZodMiniObject<typeof answerFields>>>((answers, context) => {
  const pairs = { other_problem: answers.problems, other_goal: answers.goals }
  for (const [field, chosen] of Object.entries(pairs)) {
    const other = answers[field as keyof typeof pairs]
    if (isOtherMissing({ chosen, other })) {
      context.addIssue({
        code: 'custom',
        path: [field],
        message: 'must not be blank when Other is chosen',
        input: other,
      })
    }
  }
})

function someOf<const Choices extends readonly string[]>(choices: Choices) {
  return z.array(z.enum(choices, NOT_A_CHOICE)).check(
    z.minLength(1, 'needs at least one choice'),
    z.refine((chosen) => new Set(chosen).size === chosen.length, 'must not repeat a choice'),
  )
}
