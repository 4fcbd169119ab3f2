/** The six tones as fills, `url(#tone-0)` to `url(#tone-5)`, for every chart of the page. */
export function ChartPatterns() {
  return (
    <svg width="0" height="0" className="absolute" aria-hidden="true">
      <defs>
        {MARKS.map((mark, index) => (
          <pattern key={mark} id={`tone-${index}`} width="8" height="8" patternUnits="userSpaceOnUse">
            <rect width="8" height="8" className={`tone-${index}`} />
            <path d={mark} className={`tone-mark tone-mark-${index}`} />
          </pattern>
        ))}
      </defs>
    </svg>
  )
}

/** The pattern on the tile of each tone: plain, rising strokes, dots, horizontal strokes, a grid, falling strokes. */
const MARKS = [
  'M0 0',
  'M-2 2L2 -2M0 8L8 0M6 10L10 6',
  'M2 2h.01M6 6h.01',
  'M0 2h8M0 6h8',
  'M4 0v8M0 4h8',
  'M-2 6L2 10M0 0L8 8M6 -2L10 2',
]
