import type { Page } from '@playwright/test'

/** Serves the pages as if GA_MEASUREMENT_ID were set: with the question about cookies. */
export async function measure(page: Page, id: string) {
  await page.route(
    (url) => url.pathname === '/' || url.pathname === '/contact',
    async (route) => {
      const response = await route.fetch()
      const html = (await response.text()).replace(
        '</title>',
        `</title><meta name="ga-measurement-id" content="${id}">`,
      )
      const policy = `${response.headers()['content-security-policy']}; script-src 'self' https://*.googletagmanager.com`
      await route.fulfill({
        response,
        body: html,
        headers: { ...response.headers(), 'content-security-policy': policy },
      })
    },
  )
}
