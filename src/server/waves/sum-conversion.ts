import { type Answers, chosenLabels } from '#shared/site/answers.ts'
import { compareText } from '#shared/values/counts.ts'
import { sourceOf } from '#shared/site/facets.ts'
import { isChoiceQuestion, shownQuestions } from '#shared/site/questions.ts'
import type { Conversion } from '#shared/list/waves.ts'

export type Answered = Answers & { utm_source: string | null } & Omit<Conversion, 'by' | 'name'>

export function sumConversion(rows: Answered[]): Conversion[] {
  const questions = shownQuestions().filter(isChoiceQuestion)
  const sums = new Map<string, Conversion>()
  for (const row of rows) {
    add('source', sourceOf(row.utm_source), row)
    for (const question of questions) {
      const labels = chosenLabels(row, question)
      for (const label of labels.length > 0 ? labels : [null]) add(question.name, label, row)
    }
  }
  const order = ['source', ...questions.map(({ name }) => name)]
  return [...sums.values()].sort(
    (one, other) =>
      order.indexOf(one.by) - order.indexOf(other.by) ||
      other.sent - one.sent ||
      compareText(one.name ?? '', other.name ?? ''),
  )

  function add(by: string, name: string | null, { sent, opened, accepted, ended }: Answered) {
    const key = JSON.stringify([by, name])
    const sum = sums.get(key) ?? { by, name, sent: 0, opened: 0, accepted: 0, ended: 0 }
    sums.set(key, {
      ...sum,
      sent: sum.sent + sent,
      opened: sum.opened + opened,
      accepted: sum.accepted + accepted,
      ended: sum.ended + ended,
    })
  }
}
