/** The chunk with the questions, the page after the landing page. */
export async function loadFormPage() {
  return { default: (await import('../routes/form/form-page.tsx')).FormPage }
}

/** The chunk of the page after the questions. */
export async function loadThankYouPage() {
  return { default: (await import('../routes/thank-you/thank-you-page.tsx')).ThankYouPage }
}

/** Fetches the next page's chunk ahead. Whoever goes there fetches it again, and is told if that fails too. */
export function prefetch(load: () => Promise<unknown>) {
  load().catch(() => {})
}
