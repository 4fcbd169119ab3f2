/*
 * Runs before the first paint: it is asked for before the stylesheet, for which the paint waits, and is a tenth of its
 * size. Keeps the taps and submits that come before the page is alive, and fetches what brings it alive right after
 * that paint: the scripts named by this element's data-scripts, of which the first is run.
 */
;(() => {
  const kept = new Map()
  const keepClick = (event) => {
    const button = event.target.closest('button')
    if (!button || button.type === 'submit') return
    // Parts of the page may listen already: nothing is done twice.
    event.stopPropagation()
    kept.set(button, () => button.click())
  }
  const keepSubmit = (event) => {
    event.preventDefault()
    event.stopPropagation()
    kept.set(event.target, () => event.target.requestSubmit())
  }
  addEventListener('click', keepClick, true)
  addEventListener('submit', keepSubmit, true)
  // Called once the page listens for itself.
  window.replayEarly = () => {
    removeEventListener('click', keepClick, true)
    removeEventListener('submit', keepSubmit, true)
    for (const replay of kept.values()) replay()
    kept.clear()
  }

  try {
    // A browser that has joined: the landing page keeps the room for the way to its place.
    if (localStorage.placeToken) document.documentElement.dataset.joined = ''
  } catch {
    // It lets nobody see what it keeps.
  }

  const [main, ...parts] = document.currentScript.dataset.scripts.split(' ')
  let isLoading = false
  const load = () => {
    if (isLoading) return
    isLoading = true
    for (const href of parts)
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    document.head.append(Object.assign(document.createElement('script'), { type: 'module', src: main }))
  }
  // A page that nobody looks at is not painted, and not every browser tells when it paints.
  if (document.hidden || !PerformanceObserver.supportedEntryTypes?.includes('paint')) load()
  else new PerformanceObserver(load).observe({ type: 'paint', buffered: true })
  setTimeout(load, 3000)
})()
