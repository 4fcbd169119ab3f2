import type { Stages } from '#shared/list/launch-day.ts'

const ORDER = ['accepted', 'opened', 'sent', 'waiting', 'ended', 'called_back', 'dropped'] as const

/** The invitations as one bar, divided by stage. The numbers are drawn beside it. */
export function StageBar({ stages }: { stages: Stages }) {
  return (
    <div className="stage-bar" aria-hidden="true">
      {ORDER.map(
        (stage) => stages[stage] > 0 && <span key={stage} data-stage={stage} style={{ flexGrow: stages[stage] }} />,
      )}
    </div>
  )
}
