import { type ReactNode, useId } from 'react'
import { CopyButton } from './copy-button.tsx'

type CopyLinkProps = {
  label: string
  link: string
  note?: string
  children?: ReactNode
}

export function CopyLink({ label, link, note, children }: CopyLinkProps) {
  const id = useId()
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <CopyButton label={label} of={id} isShared={false} />
        {children}
      </div>
      {note && <p className="mt-2 text-small text-muted">{note}</p>}
      {/* To be selected if the browser refuses to copy. Hidden: no screenshot shows the private link. */}
      <span id={id} className="sr-only" aria-hidden="true">
        {link}
      </span>
    </>
  )
}
