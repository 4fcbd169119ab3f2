import type { TestApp } from './test-app.ts'

/** Makes all postponed jobs due, again and again, until a condition holds. */
export async function hurryUntil(app: TestApp, condition: () => boolean | Promise<boolean>, seconds = 90) {
  for (const end = Date.now() + seconds * 1_000; !(await condition());) {
    if (Date.now() > end) throw new Error(`Not within ${seconds} s: ${condition}`)
    await hurry(app)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function hurry(app: TestApp) {
  await app.rows(`update outbox set due_at = now() where state = 'waiting' and due_at > now()`)
  await app.rows('update outside_services set paused_until = null where paused_until > now()')
}
