/**
 * The ref of an element that replaces the focused one, so that the focus is not lost to the page. It also works where a
 * press does not focus a button, as in Safari.
 */
export function takeLostFocus(element: HTMLElement | null) {
  if (document.activeElement === document.body) element?.focus()
}
