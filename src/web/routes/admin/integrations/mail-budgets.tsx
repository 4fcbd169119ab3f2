import type { Integration } from '#shared/owner/integrations.ts'
import { grouped } from '../../../ui/grouped.ts'

const WORDS = {
  all: { window: 'This hour', what: 'in all' },
  domain: { window: 'This hour', what: 'to any one domain' },
  recipient: { window: 'Today', what: 'to any one person' },
} as const

/** The limits on mails, and the mails sent in the current hour and day. Renders nothing for services without limits. */
export function MailBudgets({ budgets }: Pick<Integration, 'budgets'>) {
  if (budgets.length === 0) return null
  const delayed = budgets.reduce((sum, budget) => sum + budget.delayed, 0)
  return (
    <div className="text-small text-muted">
      <p>
        {budgets
          .map(({ scope, sent, most }) => {
            const { window, what } = WORDS[scope]
            return `${window} at most ${grouped(most)} ${what} (so far ${grouped(sent)}).`
          })
          .join(' ')}{' '}
        Mails to doubtful people use at most half of each limit.
      </p>
      {delayed > 0 && (
        <p className="text-ink">
          Put off to a later hour or day: {grouped(delayed)} {delayed === 1 ? 'mail' : 'mails'}. None is lost.
        </p>
      )}
    </div>
  )
}
