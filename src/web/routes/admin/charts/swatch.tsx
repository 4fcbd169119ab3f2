/** A sample of a tone, beside its name. */
export function Swatch({ tone }: { tone: string }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className="swatch">
      <rect x="0.75" y="0.75" width="14.5" height="14.5" fill={`url(#${tone})`} />
    </svg>
  )
}
