import { choicesOf, isChoiceQuestion, type Labelled } from './questions.ts'
import { site } from './site.ts'

export function offered(name: 'job_industry' | 'problems' | 'goals'): readonly string[] {
  return choicesTo(name).map(({ value }) => value)
}

export function priceBands(): readonly Labelled[] {
  return choicesTo('price_range')
}

export function choicesTo(name: 'job_industry' | 'problems' | 'goals' | 'price_range'): readonly Labelled[] {
  const question = site().everyQuestion.find((question) => question.name === name)
  return question && isChoiceQuestion(question) ? choicesOf(question) : []
}
