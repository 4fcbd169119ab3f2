/**
 * Tells the stylesheet how much of the window this element covers, so that the focused element is never hidden. Returns
 * a function that ends it.
 */
export function reserveHeight(element: HTMLElement, property: `--${string}-height`) {
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => style.setProperty(property, `${element.offsetHeight}px`))
  observer.observe(element)
  return () => {
    observer.disconnect()
    style.removeProperty(property)
  }
}
