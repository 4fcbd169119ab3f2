import { BROWSER_TOKEN, MAILED_TOKEN } from '#shared/values/header-names.ts'
import type { ToConfirm } from '#shared/joining/place.ts'
import { expect } from 'vitest'
import type { FakeSmtp } from './services/fake-smtp.ts'
import { mailingApp } from './mailing-app.ts'
import { callPlace } from './people/place-holder.ts'
import { joinRequest } from './test-app.ts'

type Options = NonNullable<Parameters<typeof mailingApp>[1]>

const PATIENCE = { timeout: 60_000, interval: 50 }

/** A server where addresses must be confirmed, and people who join there and read their mails. */
export async function confirmingApp(smtp: FakeSmtp, options: Options = {}) {
  const app = await mailingApp(smtp, { mustConfirm: true, ...options })
  return Object.assign(app, {
    ask: async (changes: Parameters<typeof joinRequest>[0] = {}) => app.post(joinRequest(changes)),
    mailsTo: (email: string) => smtp.mails.filter(({ to }) => to.includes(email)),
    /** The token of the newest confirmation link for this address. Waits until `mails` such mails have arrived. */
    async tokenOf(email: string, mails = 1): Promise<string> {
      const tokens = () =>
        smtp.mails
          .filter(({ to }) => to.includes(email))
          .flatMap(({ text }) => /\/confirm(?:\?\w+)?#(\S+)/.exec(text)?.[1] ?? [])
      await expect.poll(() => tokens().length, PATIENCE).toBe(mails)
      return tokens().at(-1)!
    },
    /** The sets of answers that the page of this link shows, newest first. */
    async sets(token: string): Promise<ToConfirm['sets']> {
      const response = await callPlace(app, token, { url: CONFIRM })
      return response.statusCode === 200 ? response.json().sets : []
    },
    /** Confirms the newest set of answers, or the newest that `isChosen` accepts. */
    async press(token: string, isChosen: (set: ToConfirm['sets'][number]) => boolean = () => true) {
      const sets = await this.sets(token)
      const shown = sets.flatMap(({ id }) => id ?? [])
      const payload = { chosen: sets.find(isChosen)?.id ?? null, shown }
      const response = await callPlace(app, token, { method: 'POST', url: CONFIRM, payload })
      const tokenIn = (header: string) => response.headers[header] as string | undefined
      return {
        status: response.statusCode,
        browserToken: tokenIn(BROWSER_TOKEN),
        mailedToken: tokenIn(MAILED_TOKEN),
      }
    },
  })
}

const CONFIRM = '/api/place/confirm'
