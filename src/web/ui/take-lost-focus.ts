/** A ref for what replaces the focused element. Also where a press does not focus a button, as in Safari. */
export function takeLostFocus(element: HTMLElement | null) {
  if (document.activeElement === document.body) element?.focus()
}
