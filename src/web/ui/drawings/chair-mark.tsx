export function ChairMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 36" fill="none" aria-hidden="true" className={className}>
      <path className="fill-velvet" d="M6 6c0-3 8-4 9-1l3 15h9c3 0 3 6 0 6H11c-2 0-2-1-3-4z" />
      <g stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round">
        <path d="M4 5c0-4 8-5 9-1l3 15h9c4 0 4 6 0 6H10c-2 0-3-1-3-4z" />
        <path d="M14 13h9M17 25v6M9 34c1-4 15-4 16 0zM22 26l4 5h4" />
      </g>
    </svg>
  )
}
