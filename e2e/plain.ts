import type { Page } from '@playwright/test'
import { choicesOf, isChoiceQuestion, type Question } from '#shared/site/questions.ts'
import { site } from '#shared/site/site.ts'
import { ANSWERS } from './visitor.ts'

/** Answers every question on the pages that the server draws, and sends the last. */
export async function answerPlainly(page: Page) {
  const { questions, form } = site()
  for (const [index, question] of questions.entries()) {
    await giveAnswer(page, question)
    await page.getByRole('button', { name: index === questions.length - 1 ? form.submit : form.next }).click()
  }
}

/** Fills in the open question, and sends nothing. */
export async function giveAnswer(page: Page, question: Question) {
  const given = ANSWERS[question.name]
  if (!isChoiceQuestion(question)) return page.getByLabel(question.question).fill(String(given))
  const values = question.kind === 'yes-no' ? [given ? 'Yes' : 'No'] : [given].flat()
  for (const value of values) {
    const name = choicesOf(question).find((choice) => choice.value === value)!.label
    await page.getByRole('group', { name: question.question }).getByLabel(name).first().check()
  }
}
