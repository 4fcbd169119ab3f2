import { useEffectEvent, useLayoutEffect } from 'react'

/** The action of each key. Keys are characters, so that they work with every keyboard layout. */
export type Keys = Record<string, () => void>

/** Runs the actions of single keys, except while the owner types, or while a dialog or a menu is open. */
export function useKeys(keys: Keys, { enabled }: { enabled: boolean }) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, isComposing, ctrlKey, metaKey, altKey } = event
    if (!enabled || isComposing || ctrlKey || metaKey || altKey || !Object.hasOwn(keys, key)) return
    if ((target as Element).closest?.('input, textarea, select, [role=combobox], [role=listbox]')) return
    if (document.querySelector('[role=dialog], [role=alertdialog]')) return
    event.preventDefault()
    keys[key]!()
  })
  // Before the first paint, because the owner may press a key as soon as they see the page.
  useLayoutEffect(() => {
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
