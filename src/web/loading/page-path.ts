/** Without the language, also before the site is read: the server writes its prefix into the document. */
export function pagePath(): string {
  const { base = '' } = document.documentElement.dataset
  return location.pathname.slice(base.length) || '/'
}
