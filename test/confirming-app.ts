import { BROWSER_TOKEN } from '#shared/place.ts'
import { expect } from 'vitest'
import type { FakeSmtp } from './fake-smtp.ts'
import { mailingApp } from './mailing-app.ts'
import { joinRequest, type TestApp } from './test-app.ts'

type Options = NonNullable<Parameters<typeof mailingApp>[1]>

const PATIENCE = { timeout: 20_000, interval: 50 }

/** A server where addresses must be confirmed, and people who join there and read their mails. */
export async function confirmingApp(smtp: FakeSmtp, options: Options = {}) {
  const app = await mailingApp(smtp, { mustConfirm: true, ...options })
  return Object.assign(app, {
    ask: async (changes: Parameters<typeof joinRequest>[0] = {}) => app.post(joinRequest(changes)),
    mailsTo: (email: string) => smtp.mails.filter(({ to }) => to.includes(email)),
    /** The token of the newest mail to this address with a link to confirm, once there are so many of them. */
    async tokenOf(email: string, mails = 1): Promise<string> {
      const tokens = () =>
        smtp.mails
          .filter(({ to }) => to.includes(email))
          .flatMap(({ text }) => /\/confirm(?:\?\w+)?#(\S+)/.exec(text)?.[1] ?? [])
      await expect.poll(() => tokens().length, PATIENCE).toBe(mails)
      return tokens().at(-1)!
    },
    press: (token: string) => press(app, token),
  })
}

/** Presses the button of the page that a mail links to. */
async function press(app: Pick<TestApp, 'app'>, token: string) {
  const response = await app.app.inject({
    method: 'POST',
    url: '/api/place/confirm',
    headers: { authorization: `Bearer ${token}` },
  })
  return { status: response.statusCode, browserToken: response.headers[BROWSER_TOKEN] as string | undefined }
}
