/** The floor line, cut by a pair of scissors. Decorative. */
export function CutLine({ className = '' }: { className?: string }) {
  return (
    <div className={`flex items-center ${className}`} aria-hidden="true">
      <span className="h-0.5 w-1/5 bg-ink" />
      <svg viewBox="0 0 220 120" fill="none" className="h-full shrink-0">
        <g className="fill-velvet">
          <circle cx="190" cy="92" r="20" />
          <circle cx="190" cy="38" r="20" />
        </g>
        <g stroke="currentColor" strokeWidth="3.5" strokeLinecap="round" strokeLinejoin="round">
          <circle cx="186" cy="88" r="20" />
          <circle cx="186" cy="32" r="20" />
          <path d="M168 78L26 20c-8-3-12 2-6 7l88 42M168 42L26 100c-8 3-12-2-6-7l88-42" />
          <path d="M122 60h.1" strokeWidth="8" />
        </g>
      </svg>
      <span className="mt-8 h-0.5 grow bg-ink" />
    </div>
  )
}
