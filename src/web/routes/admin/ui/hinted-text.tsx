import { Tooltip } from '@base-ui/react/tooltip'
import type { ReactElement } from 'react'

const hints = Tooltip.createHandle<string>()

/** More about a text, on hover. The text itself carries it for screen readers. */
export function HintedText({ hint, children }: { hint: string; children: ReactElement }) {
  return <Tooltip.Trigger handle={hints} payload={hint} delay={150} render={children} />
}

/** Shows the hints. One for the whole page. */
export function Hints() {
  return (
    <Tooltip.Root handle={hints}>
      {({ payload }) => (
        <Tooltip.Portal>
          <Tooltip.Positioner sideOffset={8} className="z-10">
            <Tooltip.Popup className="hint">{payload}</Tooltip.Popup>
          </Tooltip.Positioner>
        </Tooltip.Portal>
      )}
    </Tooltip.Root>
  )
}
