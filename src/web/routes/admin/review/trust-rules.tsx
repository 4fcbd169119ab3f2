import { useQuery } from '@tanstack/react-query'
import { Moment } from '../../../ui/moment.tsx'
import { May } from '../session/use-account.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { trustRulesQuery } from './queries.ts'
import type { Deciding } from './use-decision.ts'
import { peopleWords, ruleWords } from './words.ts'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/query-state.tsx'

export function TrustRules({ deciding }: { deciding: Deciding }) {
  const { data } = useQuery(trustRulesQuery)
  if (!data) return null
  return (
    <Panel
      title="Trusted and refused domains"
      note="People at a trusted domain never get a mark. People at a refused one wait for you."
    >
      {data.rules.length === 0 ? (
        <Empty isSmall>None yet. Trust or refuse a domain that friends above share.</Empty>
      ) : (
        <ul className="rules">
          {data.rules.map((rule) => (
            <li key={rule.act_id}>
              <div className="min-w-0">
                <p className="rule-words">{ruleWords(rule)}</p>
                <p className="text-small text-muted">
                  {peopleWords(rule.people)} on the list, since <Moment date={rule.since} />
                </p>
              </div>
              <May needs="manager">
                <Button
                  aria-label={`End: ${ruleWords(rule)}`}
                  busy={deciding.isBusy}
                  onClick={() => void deciding.undo(rule.act_id, `Ended: ${ruleWords(rule)}`)}
                >
                  End
                </Button>
              </May>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
