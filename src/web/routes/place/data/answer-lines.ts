import { choicesOf, otherOf } from '#shared/site/questions.ts'
import { OTHER, type Question } from '#shared/site/question.ts'
import { own } from '#shared/values/own.ts'
import { chosenOf, type FormAnswers, typedIn } from '../../form/form-answers.ts'

/** The answer in the words of the form, one line for each choice. */
export function linesOf(question: Question, answers: FormAnswers): string[] {
  if (question.kind === 'text') return [typedIn(answers, question.name)].filter(Boolean)
  const answer = own(answers, question.name)
  const chosen = typeof answer === 'boolean' ? [answer ? 'Yes' : 'No'] : chosenOf(answers, question.name)
  const choices = choicesOf(question)
  const other = typedIn(answers, otherOf(question))
  return chosen.map((value) =>
    value === OTHER && other ? other : (choices.find((choice) => choice.value === value)?.label ?? value),
  )
}
