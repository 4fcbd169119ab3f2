import type { ReactNode } from 'react'

/** The outline of a chart that has no data yet, beside a sentence. */
export function EmptyChart({ kind, children }: { kind: 'pie' | 'bars'; children: ReactNode }) {
  return (
    <div className="empty-chart">
      <svg viewBox="0 0 72 72" aria-hidden="true">
        {kind === 'pie' ? (
          <path d="M36 4a32 32 0 1 0 .01 0M36 36V4M36 36L61 56" />
        ) : (
          <path d="M6 6h60v14H6M6 29h42v14H6M6 52h24v14H6" />
        )}
        {kind === 'bars' && <path d="M5 2v68" className="empty-chart-floor" />}
      </svg>
      <p>{children}</p>
    </div>
  )
}
