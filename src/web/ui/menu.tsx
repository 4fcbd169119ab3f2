import { Menu as Base } from '@base-ui/react/menu'
import { type ReactElement, type ReactNode, use } from 'react'
import { buttonClass } from './button.tsx'
import { PopupHome } from './dialog.tsx'

export type MenuItem = {
  label: string
  icon?: ReactNode
  onPress: () => void
  disabled?: boolean
  isDangerous?: boolean
}

export function Menu({ label, trigger, items }: { label: string; trigger?: ReactElement; items: readonly MenuItem[] }) {
  const home = use(PopupHome)
  return (
    <Base.Root modal={false}>
      {trigger ? (
        <Base.Trigger render={trigger} />
      ) : (
        <Base.Trigger aria-label={label} className={buttonClass('icon')}>
          <Dots />
        </Base.Trigger>
      )}
      {/* In the dialog or the main part of the page, so that screen readers announce it there. */}
      <Base.Portal container={home ?? document.getElementById('content')}>
        <Base.Positioner sideOffset={6} align="end" className="z-20">
          <Base.Popup
            aria-label={label}
            className="max-h-(--available-height) max-w-[calc(100vw-2rem)] min-w-44 overflow-y-auto rounded-control border border-ink bg-raised p-1.5 text-ink shadow-lift outline-none"
          >
            {items.map(({ label, icon, onPress, disabled, isDangerous }) => (
              <Base.Item
                key={label}
                disabled={disabled}
                onClick={onPress}
                className={`flex min-h-11 cursor-pointer items-center gap-2.5 rounded-md px-3 text-control outline-none data-disabled:cursor-not-allowed data-disabled:text-muted data-highlighted:bg-velvet data-highlighted:text-velvet-ink ${isDangerous ? 'text-danger' : ''}`}
              >
                {icon}
                {label}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function Dots() {
  return (
    <svg viewBox="0 0 20 20" fill="currentColor" aria-hidden="true" className="size-5">
      <path d="M4 8.4a1.6 1.6 0 1 1 0 3.2 1.6 1.6 0 0 1 0-3.2M10 8.4a1.6 1.6 0 1 1 0 3.2 1.6 1.6 0 0 1 0-3.2M16 8.4a1.6 1.6 0 1 1 0 3.2 1.6 1.6 0 0 1 0-3.2" />
    </svg>
  )
}
