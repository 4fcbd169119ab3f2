import { site } from '#shared/site/site.ts'
import { Drawing } from './drawing.tsx'

export function QueueMark({ className }: { className?: string }) {
  return <Drawing box="0 0 32 36" art={site().mark} className={className} />
}
