import { expect } from 'vitest'
import { FROM } from './services/fake-services.ts'
import type { FakeSmtp } from './services/fake-smtp.ts'
import { type TestApp, testApp } from './test-app.ts'

type Options = Omit<NonNullable<Parameters<typeof testApp>[0]>, 'work' | 'services'>

/** A server that sends mail through a fake mail server. */
export function mailingApp(smtp: Pick<FakeSmtp, 'url'>, options: Options = {}) {
  return testApp({
    publicUrl: 'https://waitlist.example',
    ...options,
    work: true,
    services: { mail: { url: smtp.url, from: FROM, allowPlaintext: true } },
  })
}

/** Enqueues a job a second time, and waits for its end. */
export async function doAgain(app: TestApp, name: string, body: object) {
  const [job] = await app.rows('insert into pgboss.job (name, data) values ($1, $2) returning id', name, {
    bodies: [body],
  })
  await expect
    .poll(() => app.rows('select state from pgboss.job where id = $1', job.id), { timeout: 60_000 })
    .toEqual([{ state: 'completed' }])
}

/** Makes all postponed jobs and retries due now. */
export async function hurry(app: TestApp) {
  await app.rows('update outside_services set paused_until = null')
  await app.rows(`update pgboss.job set start_after = now() where state in ('created', 'retry')`)
}
