import { type AnswerValue, chosenIn } from '#shared/site/answers.ts'
import { fill } from '#shared/values/fill.ts'
import { paths } from '#shared/site/paths.ts'
import type { ToConfirm } from '#shared/joining/place.ts'
import { choicesOf, isChoiceQuestion, nameQuestion, otherOf, storedQuestions } from '#shared/site/questions.ts'
import { site } from '#shared/site/site.ts'
import { type Html, html } from '../../emails/html.ts'
import { button, type Held, heldForm } from './held-form.ts'
import { summary } from './plain-html.ts'

/** The form with the sets of answers that the visitor can confirm or delete. */
export function confirmHtml({ sets }: ToConfirm, held: Held): Html {
  const { place, settled, sets: told } = site().confirm
  const { text, button: label } = sets.length === 0 ? settled : place
  return heldForm(
    paths.confirm,
    held,
    html`${summary(held.faults ?? {}, {})}
      <p>${text}</p>
      ${sets.length === 1 ? html`<h2>${told.one}</h2>` : null}
      ${
        sets.length > 1
          ? html`<fieldset>
              <legend>${told.several}</legend>
              ${sets.map(({ id, at }) => choice(id, at))}
            </fieldset>`
          : null
      }
      ${sets.map(
        ({ id, at, full_name, answers }) =>
          html`${sets.length > 1 ? html`<h2>${sentAt(at)}</h2>` : null}
            <input type="hidden" name="shown" value="${id}" />
            ${sets.length === 1 ? html`<input type="hidden" name="chosen" value="${id}" />` : null}
            ${answerList({ full_name, answers })}`,
      )}
      ${button(label, 'confirm')} ${sets.length > 0 ? button(site().confirm.delete, 'delete', 'plain-quiet') : null}`,
  )
}

function choice(id: string, at: string): Html {
  return html`<div>
    <label class="choice"><input type="radio" name="chosen" value="${id}" /><span>${sentAt(at)}</span></label>
  </div>`
}

const WHEN = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

function sentAt(at: string): string {
  return fill(site().confirm.sets.sentAt, { when: `${WHEN.format(new Date(at))} UTC` })
}

function answerList({ full_name, answers }: Pick<ToConfirm['sets'][number], 'full_name' | 'answers'>): Html {
  const lines = storedQuestions().map((question) => {
    const chosen = chosenIn(answers[question.name] as AnswerValue | null)
    const labelOf = (value: string) =>
      isChoiceQuestion(question) ? choicesOf(question).find((one) => one.value === value)?.label : null
    const other = otherOf(question)
    const told = [...chosen.map((value) => labelOf(value) ?? value), ...(other ? [String(answers[other] ?? '')] : [])]
    return [question.question, told.filter(Boolean).join(', ')]
  })
  return html`<dl>
    ${[[nameQuestion(), full_name], ...lines]
      .filter(([, answer]) => answer)
      .map(
        ([question, answer]) =>
          html`<dt class="plain-small">${question!}</dt>
            <dd>${answer!}</dd>`,
      )}
  </dl>`
}
