/** The owner's Google Analytics id, which the server writes into the page; null if not set. */
export function measurementId(): string | null {
  return document.querySelector<HTMLMetaElement>('meta[name="ga-measurement-id"]')?.content ?? null
}
