const BASE =
  'print:hidden inline-flex min-h-12 max-w-full items-center wrap-anywhere justify-center gap-2 rounded-control text-center font-medium transition-colors duration-150'

const TONE = {
  // The system draws the border where colours are forced.
  primary:
    'border border-transparent px-[min(1.25rem,5.6vw)] bg-ink text-paper hover:bg-velvet hover:text-velvet-ink disabled:bg-line disabled:text-muted',
  quiet:
    'border px-[min(1.25rem,5.6vw)] border-edge text-ink hover:border-ink hover:bg-raised disabled:border-line disabled:text-muted',
  bare: 'px-2 text-ink underline decoration-edge decoration-1 underline-offset-4 hover:decoration-velvet hover:decoration-3',
} as const

export function buttonStyle(tone: keyof typeof TONE, className = ''): string {
  return `${BASE} ${TONE[tone]} ${className}`
}
