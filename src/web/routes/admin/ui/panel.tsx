import { type ReactNode, useId } from 'react'

type PanelProps = { title: string; note?: string; children: ReactNode; className?: string }

/** A titled part of the dashboard. */
export function Panel({ title, note, children, className = '' }: PanelProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={`panel ${className}`}>
      <h2 id={id} className="panel-title">
        {title}
      </h2>
      {note && <p className="panel-note">{note}</p>}
      {children}
    </section>
  )
}
