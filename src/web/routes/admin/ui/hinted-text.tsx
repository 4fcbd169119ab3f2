import { Tooltip } from '@base-ui/react/tooltip'
import { type ReactElement, useId } from 'react'

const hints = Tooltip.createHandle<string>()

/** A text with a hint on hover, on focus and on a tap. Screen readers read the hint as part of the text. */
export function HintedText({ hint, children }: { hint: string; children: ReactElement }) {
  const id = useId()
  return (
    <Tooltip.Trigger
      handle={hints}
      id={id}
      payload={hint}
      delay={150}
      closeOnClick={false}
      onClick={() => hints.open(id)}
      render={children}
    />
  )
}

/** The popup that shows all hints. Rendered once per page. */
export function Hints() {
  return (
    <Tooltip.Root handle={hints}>
      {({ payload }) => (
        <Tooltip.Portal>
          <Tooltip.Positioner sideOffset={8} className="z-20">
            <Tooltip.Popup className="hint">{payload}</Tooltip.Popup>
          </Tooltip.Positioner>
        </Tooltip.Portal>
      )}
    </Tooltip.Root>
  )
}
