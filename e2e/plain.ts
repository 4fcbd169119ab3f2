import type { Page } from '@playwright/test'
import { choicesOf } from '#shared/site/questions.ts'
import { site } from '#shared/site/site.ts'
import { ANSWERS } from './visitor.ts'

/** Answers all questions on the page that the server has drawn. */
export async function answerPlainly(page: Page) {
  for (const question of site().questions) {
    const given = ANSWERS[question.name]
    if (question.kind === 'text') await page.getByLabel(question.question).fill(String(given))
    else {
      const values = question.kind === 'yes-no' ? [given ? 'Yes' : 'No'] : [given].flat()
      for (const value of values) {
        const name = choicesOf(question).find((choice) => choice.value === value)!.label
        await page.getByRole('group', { name: question.question }).getByLabel(name).first().check()
      }
    }
  }
}
