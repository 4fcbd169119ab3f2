import type { ReactNode } from 'react'

/* Part of the first load, unlike share-icons.tsx. */
export function Icon({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className="size-5 shrink-0"
    >
      {children}
    </svg>
  )
}

/** One path. */
export const icon = (path: string) => () => (
  <Icon>
    <path d={path} />
  </Icon>
)

export const CloseIcon = icon('M5 5l10 10M15 5L5 15')

export const MenuIcon = icon('M3 5.5h14M3 10h14M3 14.5h14')

export const CheckIcon = icon('M4 10.5l4 4 8-9')

export const PauseIcon = icon('M7.5 5.5v9M12.5 5.5v9')

export const PlayIcon = icon('M7 5l8 5-8 5z')
