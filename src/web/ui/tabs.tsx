import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

type TabsProps<Value extends string> = {
  label?: string
  tabs: readonly { value: Value; label: ReactNode; panel: ReactNode; isInvalid?: boolean }[]
  value: Value
  onChange: (value: Value) => void
  children?: ReactNode
}

export function Tabs<Value extends string>({ label, tabs, value, onChange, children }: TabsProps<Value>) {
  return (
    <Base.Root value={value} onValueChange={(next) => onChange(next as Value)} className="min-w-0">
      <Base.List
        aria-label={label}
        className={`relative flex flex-wrap border-b-2 border-ink print:border-0 ${tabs.length > 4 ? 'max-[30rem]:-mx-5' : ''}`}
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            data-invalid={tab.isInvalid || undefined}
            className={`${TAB} ${tabs.length > 4 ? MANY : 'px-4'}`}
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {children}
      {tabs.map(({ value, panel }) => (
        <Base.Panel key={value} value={value} className="grid gap-5 pt-5 -outline-offset-2 max-tablet:pt-3 print:block">
          {panel}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}

/** Only the open one is printed, as a heading. */
const TAB =
  'min-h-11 flex-none cursor-pointer rounded-t-control font-medium whitespace-nowrap text-muted -outline-offset-4 outline-current hover:text-ink not-data-active:data-invalid:text-danger data-invalid:underline data-invalid:decoration-wavy data-active:bg-ink data-active:text-paper print:p-0 print:data-active:bg-transparent print:data-active:text-ink print:not-data-active:hidden'
/** Five fit into one line on a phone, six beside the preview. */
const MANY =
  'px-3 max-[30rem]:px-1 max-[30rem]:text-[0.75rem] max-[30rem]:tracking-tight max-[24rem]:px-[0.1875rem] max-[24rem]:text-[0.6875rem]'
