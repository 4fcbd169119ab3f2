import type { ReactNode, RefObject } from 'react'
import { useFocusOnArrival } from '../../../ui/use-focus-on-arrival.ts'

type SectionHeadProps = {
  id: string
  title: string
  lead: ReactNode
  /** A link back, above the title. */
  back?: ReactNode
  /** The ref of the title, for a page that moves the focus back to the title. */
  heading?: RefObject<HTMLHeadingElement | null>
  /** The actions of the page. */
  children?: ReactNode
}

/** The title of a page of the dashboard, which takes the focus when the page opens. */
export function SectionHead({ id, title, lead, back, heading, children }: SectionHeadProps) {
  const own = useFocusOnArrival()
  return (
    <div className="section-head">
      {back && <div className="section-back">{back}</div>}
      <div className="section-title">
        <h2 ref={heading ?? own} id={id} tabIndex={-1} className="text-title wrap-anywhere">
          {title}
        </h2>
        <div className="text-small text-muted">{lead}</div>
      </div>
      {children}
    </div>
  )
}
