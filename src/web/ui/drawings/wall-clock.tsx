/** The hours after the last client are velvet. */
export function WallClock({ className = '' }: { className?: string }) {
  return (
    <svg viewBox="0 0 200 220" fill="none" aria-hidden="true" className={`drawing wall-clock ${className}`}>
      <path className="fill-velvet" d="M106 118L66 187A80 80 0 0 1 45 67z" />
      <g stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round">
        <circle cx="100" cy="112" r="90" />
        <circle cx="100" cy="112" r="80" strokeWidth="1.25" />
        <path d="M92 22c0-14 16-14 16 0" />
        <path d="M100 38v10M100 176v10M174 112h-10M36 112H26M137 48l-5 9M63 48l5 9M137 176l-5-9M63 176l5-9M164 75l-9 5M36 75l9 5M164 149l-9-5M36 149l9-5" />
        <path d="M100 112L62 82" strokeWidth="4" />
        <path d="M100 112l56 32" strokeWidth="2.5" />
        <circle cx="100" cy="112" r="5" fill="currentColor" />
      </g>
    </svg>
  )
}
