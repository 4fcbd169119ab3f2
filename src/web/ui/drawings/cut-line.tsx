import { FirstChair } from './first-chair.tsx'

/** The floor line, cut by a pair of scissors on the way to the chair. Decorative. */
export function CutLine() {
  return (
    <div className="flex items-end" aria-hidden="true">
      <span className="mb-15 h-0.5 w-6 shrink-0 bg-ink tablet:w-1/6" />
      <svg viewBox="0 0 230 122" fill="none" className="drawing h-31 shrink-0">
        <g className="stroke-velvet" strokeWidth="9">
          <circle cx="191" cy="95" r="18" />
          <circle cx="191" cy="37" r="18" />
        </g>
        <g stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round">
          <circle cx="186" cy="90" r="20" />
          <circle cx="186" cy="32" r="20" />
          <path d="M168 80L26 22c-8-3-12 3-6 7l92 44z" />
          <path d="M168 42L26 100c-8 3-12-3-6-7l92-44z" className="fill-paper" />
          <path d="M124 61h.1" strokeWidth="5" />
        </g>
      </svg>
      <div className="flex min-w-0 grow justify-end border-b-2 border-ink pr-5 tablet:pr-[12%]">
        <FirstChair className="-mb-0.5 h-36 min-w-0 tablet:h-52" />
      </div>
    </div>
  )
}
