import { useEffect } from 'react'
import { site } from '#shared/site/site.ts'
import { useNow } from '../../../ui/use-now.ts'
import { useOwnerTime } from '../../../ui/owner-time.ts'

/** The name of the list and the date, as the title of a printed page and as the name of its file. */
export function PrintTitle() {
  const title = `${site().brand.name} waitlist, ${useOwnerTime(new Date(useNow()).toISOString(), 'medium')}`
  useEffect(() => {
    const before = document.title
    const show = (title: string) => () => void (document.title = title)
    const listeners = { beforeprint: show(title), afterprint: show(before) }
    for (const [event, listen] of Object.entries(listeners)) addEventListener(event, listen)
    return () => {
      for (const [event, listen] of Object.entries(listeners)) removeEventListener(event, listen)
    }
  }, [title])
  return <p className="print-title">{title}</p>
}
