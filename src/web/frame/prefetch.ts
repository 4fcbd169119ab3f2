/** The chunk of the next page, wanted as soon as the landing page has nothing else to do. */
export async function loadFormPage() {
  return { default: (await import('../routes/form/form-page.tsx')).FormPage }
}
