/** The chunk with the questions, the page after the landing page. */
export async function loadFormPage() {
  return { default: (await import('../routes/form/form-page.tsx')).FormPage }
}

/** For whoever begins to sign up. Whoever submits fetches it again, and is told if that fails too. */
export function prefetchFormPage() {
  loadFormPage().catch(() => {})
}
