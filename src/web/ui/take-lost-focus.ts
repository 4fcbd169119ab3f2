/**
 * The ref of an element that appears in place of the one that had the focus, which would otherwise fall to the page. Also
 * where a press does not focus a button, as in Safari.
 */
export function takeLostFocus(element: HTMLElement | null) {
  if (document.activeElement === document.body) element?.focus()
}
