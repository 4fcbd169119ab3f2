import { site } from '#shared/site/site.ts'
import { Drawing } from './drawing.tsx'
import { First } from './queue.tsx'

/** With the drawing of the quote. */
export function CutLine() {
  const { belief } = site().sceneArt
  return (
    <div className="flex items-end" aria-hidden="true">
      <span className="mb-[min(3rem,13.5vw)] h-0.5 w-6 shrink-0 bg-ink tablet:mb-15 tablet:w-1/6" />
      {belief && <Drawing {...belief} className="h-[min(6rem,27vw)] shrink-0 tablet:h-31" />}
      <div className="flex min-w-0 grow justify-end border-b-2 border-ink pe-(--edge) tablet:pe-[12%]">
        <First className="-mb-0.5 h-[min(9rem,40vw)] min-w-0 tablet:h-52" />
      </div>
    </div>
  )
}
