/** In a custom property, so that the element never covers the focused one. Returns a function that ends this. */
export function reserveHeight(element: HTMLElement, property: `--${string}-height`): () => void {
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => style.setProperty(property, `${element.offsetHeight}px`))
  observer.observe(element)
  return () => {
    observer.disconnect()
    style.removeProperty(property)
  }
}

/** `--floor-height`: from the top of a bar to the bottom of the screen, so that notices are above the bar. */
export function reserveFloor(bar: HTMLElement | null) {
  if (!bar) return undefined
  const { style } = document.documentElement
  const measure = () => {
    const { top, height } = bar.getBoundingClientRect()
    const isSeen = height > 0 && top > 0 && top < innerHeight
    style.setProperty('--floor-height', `${isSeen ? innerHeight - top : 0}px`)
  }
  const observer = new ResizeObserver(measure)
  // A change of the page above the bar moves the bar.
  for (const element of [bar, document.body]) observer.observe(element)
  for (const event of ['scroll', 'resize']) addEventListener(event, measure)
  return () => {
    observer.disconnect()
    for (const event of ['scroll', 'resize']) removeEventListener(event, measure)
    style.removeProperty('--floor-height')
  }
}
