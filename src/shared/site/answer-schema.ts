import * as z from 'zod/mini'
import type { Question } from './question.ts'
import { perSite } from './site.ts'
import { otherPair, type SentAnswers } from './answers.ts'
import { choicesOf, openChoicesOf, isOtherMissing, otherOf, storedQuestions } from './questions.ts'
import { own } from '../values/own.ts'
import { text } from '../values/text-schema.ts'
import { MAX_LENGTH } from '../values/text.ts'

/** Old entries may lack this field. */
export const FurtherAnswers = z.nullish(z.record(z.string(), z.union([z.string(), z.boolean(), z.array(z.string())])))

const NOT_A_CHOICE = 'is not one of the choices'

export const answerFields = perSite(() => fieldsWith(openChoicesOf))

/** A person may keep a choice that is no longer offered. */
export const correctedFields = perSite(() => fieldsWith(choicesOf))

type Choices = typeof choicesOf

function fieldsWith(choices: Choices): Record<string, z.ZodMiniType> {
  return Object.fromEntries(
    storedQuestions().flatMap((question) => {
      const other = otherOf(question)
      const field: [string, z.ZodMiniType] = [question.name, fieldOf(question, choices)]
      return other ? [field, [other, z.nullish(text(MAX_LENGTH.freeText, { blank: true }))]] : [field]
    }),
  )
}

function fieldOf(question: Question, choices: Choices): z.ZodMiniType {
  return question.optional ? z.nullish(neededFieldOf(question, choices)) : neededFieldOf(question, choices)
}

function neededFieldOf(question: Question, choices: Choices): z.ZodMiniType {
  if (question.kind === 'text') return text(MAX_LENGTH.name)
  if (question.kind === 'yes-no') return z.boolean('must be true or false')
  const choice = z.enum(choices(question).map(({ value }) => value) as [string, ...string[]], NOT_A_CHOICE)
  if (question.kind === 'one') return choice
  return z.array(choice).check(
    z.minLength(1, 'needs at least one choice'),
    z.refine((chosen) => new Set(chosen).size === chosen.length, 'must not repeat a choice'),
  )
}

export const otherIsSpecified = z.superRefine<SentAnswers>((sent, context) => {
  for (const question of storedQuestions()) {
    const field = otherOf(question)
    if (field === null || !isOtherMissing(otherPair(sent, question, field))) continue
    const message = 'must not be blank when Other is chosen'
    context.addIssue({ code: 'custom', path: [field], message, input: own(sent, field) })
  }
})
