import { type ReactNode, useRef } from 'react'
import { CopyButton } from './copy-button.tsx'

type CopyLinkProps = {
  label: string
  link: string
  /** The purpose of the copied link. */
  note?: string
  /** Further buttons, beside the copy button. */
  children?: ReactNode
}

/** Lets people copy a private link. */
export function CopyLink({ label, link, note, children }: CopyLinkProps) {
  const source = useRef<HTMLSpanElement>(null)
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <CopyButton label={label} text={link} source={source} isShared={false} />
        {children}
      </div>
      {note && <p className="mt-2 text-small text-muted">{note}</p>}
      {/* The text to select if the browser refuses to copy. Hidden, so that no screenshot shows the private link. */}
      <span ref={source} className="sr-only" aria-hidden="true">
        {link}
      </span>
    </>
  )
}
