import { site } from '#shared/site/site.ts'
import { Waiting } from './queue.tsx'

/** As many as fit. */
export function WaitingRow({ className = '' }: { className?: string }) {
  return (
    <div className={`flex flex-row-reverse flex-wrap overflow-hidden ${className}`} aria-hidden="true">
      {site().rowArt.map((item, index) => (
        <Waiting key={index} item={item} className="h-full w-auto shrink-0" />
      ))}
    </div>
  )
}
