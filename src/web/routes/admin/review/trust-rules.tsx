import { useQuery } from '@tanstack/react-query'
import { buttonStyle } from '../../../ui/button.ts'
import { SubmittedTime } from '../ui/submitted-time.tsx'
import { useNow } from '../state/use-now.ts'
import { May } from '../session/may.tsx'
import { Panel } from '../ui/panel.tsx'
import { trustRulesQuery } from './queries.ts'
import type { Deciding } from './use-decision.ts'
import { peopleWords, ruleWords } from './words.ts'

/** The trust rules in force, each with a button that ends it. */
export function TrustRules({ deciding }: { deciding: Deciding }) {
  const { data } = useQuery(trustRulesQuery)
  const now = useNow()
  if (!data) return null
  return (
    <Panel title="Your rules" note="Each decides about everybody at one domain or from one network, until you end it.">
      {data.rules.length === 0 ? (
        <p className="empty">None yet. Make one from a domain or a network of a group.</p>
      ) : (
        <ul className="rules">
          {data.rules.map((rule) => (
            <li key={rule.act_id}>
              <div className="min-w-0">
                <p className="rule-words">{ruleWords(rule)}</p>
                <p className="text-small text-muted">
                  {peopleWords(rule.people)} on the list, since <SubmittedTime date={rule.since} now={now} />
                </p>
              </div>
              <May needs="manager">
                <button
                  type="button"
                  aria-label={`End: ${ruleWords(rule)}`}
                  aria-disabled={deciding.isBusy}
                  onClick={() => void deciding.undo(rule.act_id, `Ended: ${ruleWords(rule).toLowerCase()}`)}
                  className={buttonStyle('quiet', 'tool-button')}
                >
                  End
                </button>
              </May>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
