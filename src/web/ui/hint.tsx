import { Tooltip } from '@base-ui/react/tooltip'
import { type ReactElement, useId } from 'react'

const hints = Tooltip.createHandle<string>()

/** On hover, focus and tap. Screen readers read it as part of the element. */
export function Hint({ text, children }: { text: string; children: ReactElement }) {
  const id = useId()
  return (
    <Tooltip.Trigger
      handle={hints}
      id={id}
      payload={text}
      delay={150}
      closeOnClick={false}
      onClick={() => hints.open(id)}
      render={children}
    />
  )
}

export function Hints() {
  return (
    <Tooltip.Root handle={hints}>
      {({ payload }) => (
        <Tooltip.Portal>
          <Tooltip.Positioner sideOffset={8} className="z-20">
            <Tooltip.Popup className="hint pointer-events-none max-w-80 rounded-lg bg-ink px-3 py-2 text-small wrap-anywhere text-paper">
              {payload}
            </Tooltip.Popup>
          </Tooltip.Positioner>
        </Tooltip.Portal>
      )}
    </Tooltip.Root>
  )
}
