import { type ConsoleMessage, expect, type Page, type Request, test as base } from '@playwright/test'
import { ROUTES } from '#shared/routes.ts'

export { expect }

type Fixtures = {
  /** Names a console message that this test provokes. Any other error or warning fails it. */
  expectConsole: (pattern: RegExp) => void
  /** Resolves once the page has waited for nothing for half a second, except for counting. */
  settled: () => Promise<void>
  /** The analytics events of the page so far. */
  events: Record<string, unknown>[]
}

/** A page that fails its test on an unexpected console message, an uncaught error, or a request to another host. */
export const test = base.extend<Fixtures>({
  expectConsole: [
    async ({ page, baseURL }, use) => {
      const complaints = watch(page, baseURL!)
      const expected: RegExp[] = []
      await use((pattern) => void expected.push(pattern))
      expect(complaints.filter((complaint) => !expected.some((pattern) => pattern.test(complaint)))).toEqual([])
    },
    { auto: true },
  ],

  settled: async ({ page }, use) => {
    const loading = new Set<Request>()
    let changed = Date.now()
    const change = (how: 'add' | 'delete') => (request: Request) => {
      if (!/document|stylesheet|script|image|font|fetch/.test(request.resourceType())) return
      if (new URL(request.url()).pathname === ROUTES.countEvent.path) return
      // When a page is left, browsers do not always report the end of its requests.
      if (how === 'add' && request.isNavigationRequest() && request.frame() === page.mainFrame()) loading.clear()
      loading[how](request)
      changed = Date.now()
    }
    page.on('request', change('add')).on('requestfinished', change('delete')).on('requestfailed', change('delete'))
    const unanswered = () =>
      Date.now() - changed > 500 ? [...loading].map((request) => request.url()) : ['since lately']
    await use(() => expect.poll(unanswered).toEqual([]))
  },

  events: async ({ page }, use) => {
    const events: Record<string, unknown>[] = []
    await page.exposeFunction('recordEvent', (event: Record<string, unknown>) => void events.push(event))
    await page.addInitScript(() => {
      addEventListener('firstchair:analytics', (event) => {
        void (window as unknown as { recordEvent(event: unknown): void }).recordEvent((event as CustomEvent).detail)
      })
    })
    await use(events)
  },
})

function watch(page: Page, origin: string): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !isUnknownCode(message)) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(`${origin}/`)) complaints.push(request.url())
  })
  return complaints
}

/** Browsers log every 404, and a code that nobody has is answered with one. */
function isUnknownCode(message: ConsoleMessage): boolean {
  return message.location().url.includes(ROUTES.isKnownCode.path.replace(':code', '')) && message.text().includes('404')
}
