import { May } from '../session/may.tsx'
import { Dialog } from '@base-ui/react/dialog'
import { useState } from 'react'
import type { ReferralRule, Simulation } from '#shared/joining/referral-rule.ts'
import { makeAct } from '../../../api/admin/acts.ts'
import { buttonStyle } from '../../../ui/button.ts'
import { grouped } from '../../../ui/grouped.ts'
import { useAct } from '../state/use-act.ts'
import { isSameRule, ruleInWords, sameRuleWords, whatIfWords } from './words.ts'

type AdoptRuleProps = { simulation: Simulation; isCounting: boolean }

/** The totals of a simulation, and the button that puts its rule in force, for new friends or for all. */
export function AdoptRule({ simulation, isCounting }: AdoptRuleProps) {
  const { now, rule, moved } = simulation
  const [isAsking, setAsking] = useState(false)
  const { act, isActing } = useAct()
  const isNew = !isSameRule(now, rule)
  const changes = isNew || moved > 0

  function adopt(applies_to_old: boolean) {
    setAsking(false)
    void act(() => makeAct({ kind: 'referral-rule', ...rule, applies_to_old }))
  }

  return (
    <div className="panel">
      <Totals simulation={simulation} />
      <div className="import-go what-if-go">
        <May needs="owner">
          <Dialog.Root open={isAsking} onOpenChange={setAsking}>
            <Dialog.Trigger
              disabled={isCounting || isActing || !changes}
              className={buttonStyle('primary', 'tool-button')}
            >
              Use this rule...
            </Dialog.Trigger>
            <WhichFriends rule={rule} isNew={isNew} onAdopt={adopt} />
          </Dialog.Root>
        </May>
        <output className="text-small text-muted">
          {isCounting ? 'Counting...' : isNew ? `Now: ${ruleInWords(now)}.` : sameRuleWords(moved)}
        </output>
      </div>
    </div>
  )
}

function Totals({ simulation: { people, moved, first, stay } }: { simulation: Simulation }) {
  return (
    <dl className="import-sums" aria-live="polite">
      <div>
        <dd>
          {grouped(first.before)} <span aria-hidden="true">→</span>
          <span className="sr-only">to</span> {grouped(first.after)}
        </dd>
        <dt>share #1</dt>
      </div>
      <div>
        <dd>{grouped(stay)}</dd>
        <dt>of the first hundred stay there</dt>
      </div>
      <div>
        <dd>{grouped(moved)}</dd>
        <dt>of {grouped(people)} get another position</dt>
      </div>
    </dl>
  )
}

type WhichFriendsProps = { rule: ReferralRule; isNew: boolean; onAdopt: (applies_to_old: boolean) => void }

/** Asks whether the rule applies to new friends only or to all friends. */
function WhichFriends({ rule, isNew, onAdopt }: WhichFriendsProps) {
  return (
    <Dialog.Portal>
      <Dialog.Backdrop className="dialog-backdrop" />
      <Dialog.Popup className="dialog question">
        <Dialog.Title className="text-title">{ruleInWords(rule)}</Dialog.Title>
        <Dialog.Description>{isNew ? whatIfWords.question : whatIfWords.sameQuestion}</Dialog.Description>
        <div className="what-if-choices">
          {isNew && (
            <div>
              <p>{whatIfWords.new}</p>
              <button type="button" onClick={() => onAdopt(false)} className={buttonStyle('quiet', 'tool-button')}>
                For friends from now on
              </button>
            </div>
          )}
          <div>
            <p>{whatIfWords.old}</p>
            <button type="button" onClick={() => onAdopt(true)} className={buttonStyle('primary', 'tool-button')}>
              For all friends
            </button>
          </div>
        </div>
        <Dialog.Close className={buttonStyle('quiet', 'tool-button')}>Cancel</Dialog.Close>
      </Dialog.Popup>
    </Dialog.Portal>
  )
}
