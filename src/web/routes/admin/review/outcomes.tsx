import type { ReviewGroup, ReviewsPage } from '#shared/list/reviews.ts'
import { shareWords } from './words.ts'

type OutcomesProps = { group: ReviewGroup; rates: ReviewsPage['rates'] }

const ROWS = [
  ['confirmed', 'Pressed a button in a mail'],
  ['bounced', 'Mail bounced'],
  ['let_in', 'Let in'],
] as const

/**
 * The outcomes of the people of a group, beside those of the latest people of the whole list. Renders nothing if there
 * are none.
 */
export function Outcomes({ group: { outcomes }, rates }: OutcomesProps) {
  const rows = ROWS.filter(([name]) => outcomes[name] > 0 || rates[name] > 0)
  if (rows.length === 0) return null
  return (
    <table className="outcomes">
      <thead>
        <tr>
          <th scope="col">Outcome</th>
          <th scope="col">These</th>
          <th scope="col">All recent people</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, label]) => (
          <tr key={name}>
            <th scope="row">{label}</th>
            <td>{shareWords(outcomes[name], outcomes.people)}</td>
            <td>{shareWords(rates[name], rates.people)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
