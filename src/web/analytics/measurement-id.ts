export function measurementId(): string | null {
  return document.querySelector<HTMLMetaElement>('meta[name="ga-measurement-id"]')?.content ?? null
}
