import * as z from 'zod/mini'
import {
  choicesOf,
  isOtherMissing,
  NAME,
  openChoicesOf,
  otherOf,
  otherPair,
  type Question,
  type SentAnswers,
  storedQuestions,
} from './questions.ts'
import { perSite, site } from './site.ts'
import { isTypedQuestion, problemOf, type TypedQuestion } from './typed-answers.ts'
import { own } from '../values/own.ts'
import { text } from '../values/text-schema.ts'
import { MAX_LENGTH } from '../values/text.ts'

/** Old entries may lack this field. */
export const FurtherAnswers = z.nullish(
  z.record(z.string(), z.union([z.string(), z.boolean(), z.number(), z.array(z.string())])),
)

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
  if (isTypedQuestion(question)) return typedField(question)
  if (question.kind === 'yes-no') return z.boolean('must be true or false')
  const choice = z.enum(choices(question).map(({ value }) => value) as [string, ...string[]], NOT_A_CHOICE)
  if (question.kind === 'one') return choice
  return z.array(choice).check(
    z.minLength(1, 'needs at least one choice'),
    z.refine((chosen) => new Set(chosen).size === chosen.length, 'must not repeat a choice'),
  )
}

function typedField(question: TypedQuestion): z.ZodMiniType {
  const type =
    question.kind === 'number' ? z.number('must be a whole number') : z.string().check(z.maxLength(MAX_LENGTH.freeText))
  return (type as z.ZodMiniType).check(
    z.superRefine((answer, context) => {
      const message = problemOf(question, answer)
      if (message !== null) context.addIssue({ code: 'custom', message, input: answer })
    }),
  )
}

/** The name of the person, which imports and programs may give although no form asks for it. */
export function nameField(): z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniType<string, string>>> {
  const question = site().questions.find((one) => one.name === NAME)
  const optional = z.nullish(text(MAX_LENGTH.name, { blank: true }))
  return question && !question.optional ? (text(MAX_LENGTH.name) as unknown as typeof optional) : optional
}

export const otherIsSpecified = z.superRefine<SentAnswers>((sent, context) => {
  for (const question of storedQuestions()) {
    const field = otherOf(question)
    if (field === null || !isOtherMissing(otherPair(sent, question, field))) continue
    const message = 'must not be blank when Other is chosen'
    context.addIssue({ code: 'custom', path: [field], message, input: own(sent, field) })
  }
})
