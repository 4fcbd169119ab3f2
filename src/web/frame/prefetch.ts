/** The chunk with the questions, the page after the landing page. */
export async function loadFormPage() {
  return { default: (await import('../routes/form/form-page.tsx')).FormPage }
}

/** Fetches it once the browser has nothing better to do. Returns how to call that off. */
export function prefetchFormPage(): () => void {
  // Whoever clicks fetches it again, and is told if that fails too.
  const prefetch = () => void loadFormPage().catch(() => {})
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(prefetch, 2000)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(prefetch)
  return () => cancelIdleCallback(request)
}
