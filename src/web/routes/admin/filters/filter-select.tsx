import { Select } from '@base-ui/react/select'
import { use } from 'react'
import { CheckIcon } from '../../../ui/icons.tsx'
import { ChevronDownIcon } from '../ui/icons.tsx'
import { PopupHome } from '../ui/popup-home.ts'

type FilterSelectProps<Value extends string> = {
  label: string
  /** The select's text when it does not filter. */
  all: string
  choices: readonly { value: Value; label: string }[]
  value: Value | null
  onChange: (value: Value | null) => void
}

export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>) {
  const { label, all, choices, value, onChange } = props
  const home = use(PopupHome)
  const items: { value: Value | null; label: string }[] = [{ value: null, label: all }, ...choices]
  // A chart or an old address may name a choice that is no longer offered.
  if (!items.some((item) => item.value === value)) items.push({ value, label: value! })

  return (
    <Select.Root items={items} value={value} onValueChange={onChange}>
      <div>
        <Select.Label className="filter-label">{label}</Select.Label>
        <Select.Trigger className="filter-field flex items-center justify-between gap-2 text-left">
          <Select.Value className="min-w-0 truncate" />
          <ChevronDownIcon />
        </Select.Trigger>
      </div>
      {/* Within the dialog or the page's main landmark, so that screen readers announce it there. */}
      <Select.Portal container={home ?? document.getElementById('content')}>
        <Select.Positioner sideOffset={6} alignItemWithTrigger={false} className="z-10">
          <Select.Popup className="popup select-popup">
            <Select.List>
              {items.map(({ value, label }) => (
                <Select.Item key={value} value={value} className="select-item">
                  <Select.ItemText>{label}</Select.ItemText>
                  <Select.ItemIndicator>
                    <CheckIcon />
                  </Select.ItemIndicator>
                </Select.Item>
              ))}
            </Select.List>
          </Select.Popup>
        </Select.Positioner>
      </Select.Portal>
    </Select.Root>
  )
}
