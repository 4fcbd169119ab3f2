import type { ReactNode } from 'react'

const TONES = {
  plain: 'border-edge',
  strong: 'border-ink bg-chosen',
  warning: 'border-ink bg-velvet text-velvet-ink',
  danger: 'border-danger text-danger',
  faint: 'border-dashed border-edge text-muted',
} as const

export function Badge({ tone = 'plain', children }: { tone?: keyof typeof TONES; children: ReactNode }) {
  return (
    <span
      className={`inline-block max-w-full rounded-full wrap-normal border px-2 py-px text-tiny font-medium print:bg-transparent ${TONES[tone]}`}
    >
      {children}
    </span>
  )
}
