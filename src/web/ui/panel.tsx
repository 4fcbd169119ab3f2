import { type ReactNode, useId } from 'react'

type PanelProps = {
  title: string
  note?: ReactNode
  actions?: ReactNode
  className?: string
  children: ReactNode
}

export function Panel({ title, note, actions, className = '', children }: PanelProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={`panel ${className}`}>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 id={id} className="panel-title">
            {title}
          </h2>
          {note && <p className="panel-note">{note}</p>}
        </div>
        {actions && <div className="-my-1.5 flex flex-wrap gap-2 print:hidden">{actions}</div>}
      </div>
      {children}
    </section>
  )
}
