import { type ReactNode, useRef } from 'react'
import { CopyButton } from './copy-button.tsx'

type CopyLinkProps = {
  label: string
  link: string
  note?: string
  children?: ReactNode
}

export function CopyLink({ label, link, note, children }: CopyLinkProps) {
  const source = useRef<HTMLSpanElement>(null)
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <CopyButton label={label} text={link} source={source} isShared={false} />
        {children}
      </div>
      {note && <p className="mt-2 text-small text-muted">{note}</p>}
      {/* To be selected if the browser refuses to copy. Hidden: no screenshot shows the private link. */}
      <span ref={source} className="sr-only" aria-hidden="true">
        {link}
      </span>
    </>
  )
}
