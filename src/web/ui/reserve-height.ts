/**
 * Keeps a CSS custom property at the element's height in pixels, so that the element never covers the focused one.
 * Returns a function that stops this and removes the property.
 */
export function reserveHeight(element: HTMLElement, property: `--${string}-height`): () => void {
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => style.setProperty(property, `${element.offsetHeight}px`))
  observer.observe(element)
  return () => {
    observer.disconnect()
    style.removeProperty(property)
  }
}
