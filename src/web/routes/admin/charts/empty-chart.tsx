import type { ReactNode } from 'react'

/** The outline of a chart that has no data yet, beside a sentence. */
export function EmptyChart({ kind, children }: { kind: 'pie' | 'bars' | 'days'; children: ReactNode }) {
  return (
    <div className="empty-chart">
      <svg viewBox="0 0 72 72" aria-hidden="true">
        <path d={OUTLINES[kind]} />
        {FLOORS[kind] && <path d={FLOORS[kind]} className="empty-chart-floor" />}
      </svg>
      <p>{children}</p>
    </div>
  )
}

const OUTLINES = {
  pie: 'M36 4a32 32 0 1 0 .01 0M36 36V4M36 36L61 56',
  bars: 'M6 6h60v14H6M6 29h42v14H6M6 52h24v14H6',
  days: 'M4 66V48h16V34h16v12h16V12h16v54',
}
const FLOORS = { pie: null, bars: 'M5 2v68', days: 'M2 67h68' }
