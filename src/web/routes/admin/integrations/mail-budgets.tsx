import type { Integration } from '#shared/owner/integrations.ts'
import { grouped } from '../../../ui/grouped.ts'

const WORDS = {
  all: { window: 'This hour', what: 'in all' },
  domain: { window: 'This hour', what: 'to one domain' },
  recipient: { window: 'Today', what: 'to one person' },
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
            return `${window}: ${grouped(sent)} of ${grouped(most)} ${what}.`
          })
          .join(' ')}{' '}
        Emails to unconfirmed people use at most half of each limit.
      </p>
      {delayed > 0 && (
        <p className="text-ink">
          {grouped(delayed)} {delayed === 1 ? 'email' : 'emails'} postponed to a later hour or day.
        </p>
      )}
    </div>
  )
}
