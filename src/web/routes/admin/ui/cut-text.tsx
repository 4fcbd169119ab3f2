import { Popover } from '@base-ui/react/popover'
import { useCallback, useState } from 'react'

const wholes = Popover.createHandle<string>()

/**
 * A text that its class may cut short. If it does, the whole text opens over it: on hover, on a tap, and with the
 * keyboard. Screen readers always read the whole text.
 */
export function CutText({ text, className }: { text: string; className: string }) {
  const [isCut, setCut] = useState(false)
  const watch = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return
      const observer = new ResizeObserver(() => setCut(isTooLarge(element)))
      observer.observe(element)
      return () => observer.disconnect()
    },
    // Another text may need as much room.
    // oxlint-disable-next-line react/exhaustive-deps
    [text],
  )

  const cut = (
    <span ref={watch} className={className}>
      {text}
    </span>
  )
  if (!isCut) return cut
  return <Popover.Trigger handle={wholes} payload={text} openOnHover delay={150} nativeButton={false} render={cut} />
}

/** Shows the whole texts. The page has only one. */
export function WholeText() {
  return (
    <Popover.Root handle={wholes}>
      {({ payload }) => (
        <Popover.Portal>
          <Popover.Positioner sideOffset={8} className="z-20">
            <Popover.Popup initialFocus={false} className="hint">
              <Popover.Title render={<p />}>{payload}</Popover.Title>
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      )}
    </Popover.Root>
  )
}

function isTooLarge({ scrollWidth, clientWidth, scrollHeight, clientHeight }: HTMLElement): boolean {
  return scrollWidth > clientWidth || scrollHeight > clientHeight
}
