/** While the section shows half of its height, or fills half of the window. Returns a function that ends it. */
export function dimAround(section: HTMLElement): () => void {
  const observer = new IntersectionObserver(
    // A slow browser reports several entries at once, the newest last.
    (entries) => {
      const { intersectionRatio, intersectionRect, rootBounds } = entries[entries.length - 1]!
      const share = Math.max(intersectionRatio, intersectionRect.height / (rootBounds?.height ?? innerHeight))
      document.documentElement.toggleAttribute('data-dimmed', share >= 0.5)
    },
    { threshold: [0, 0.25, 0.4, 0.5, 0.6, 0.75, 1] },
  )
  observer.observe(section)
  return () => observer.disconnect()
}
