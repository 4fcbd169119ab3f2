import { useEffect, useRef } from 'react'
import { grouped } from '../../../ui/grouped.ts'
import { firstPress } from './first-press.ts'
import type { Deciding, Decision } from './use-decision.ts'
import { decisionWords } from './words.ts'
import { Button } from '../../../ui/button.tsx'

type DecisionBarProps = Deciding & { wordsOf?: (last: Decision) => string }

export function DecisionBar({ last, isBusy, undo, wordsOf = decisionWords }: DecisionBarProps) {
  const bar = useRef<HTMLOutputElement>(null)
  const act = last?.act ?? null
  const done = act ? act.changed + act.unchanged + act.skipped : 0
  const pressed = useRef<Element>(null)
  useEffect(() => {
    if (isBusy) pressed.current = document.activeElement
  }, [isBusy])
  // The pressed button may disappear with its group, at once or a moment later. The Undo button then takes the focus.
  useEffect(() => {
    if (isBusy || !pressed.current || document.activeElement !== document.body) return
    bar.current?.querySelector('button')?.focus({ preventScroll: true })
    pressed.current = null
  })

  return (
    <output ref={bar} className="decision-bar">
      {last && (
        <>
          <span>
            {isBusy ? last.words : wordsOf(last)}
            {isBusy && act && act.total > 0 && ` (${grouped(done)} of ${grouped(act.total)})`}
            {isBusy && '...'}
          </span>
          {act?.can_undo && act.undoes === null && (
            <Button busy={isBusy} onClick={firstPress(() => void undo(act.id, `Undone: ${last.words}`))}>
              Undo
            </Button>
          )}
        </>
      )}
    </output>
  )
}
