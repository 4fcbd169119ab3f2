export function Shears({ className = '' }: { className?: string }) {
  return (
    <svg viewBox="0 0 230 122" fill="none" aria-hidden="true" className={`drawing ${className}`}>
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
  )
}
