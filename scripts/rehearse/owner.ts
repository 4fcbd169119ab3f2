import { setTimeout as pause } from 'node:timers/promises'
import type { ActDetail } from '#shared/list/acts.ts'
import type { EntriesPage } from '#shared/list/entry.ts'
import type { ImportReport } from '#shared/list/imports.ts'
import type { LaunchDay } from '#shared/list/launch-day.ts'
import type { ReviewsPage } from '#shared/list/reviews.ts'
import type { Summary } from '#shared/list/summary.ts'
import type { WavePreview } from '#shared/list/waves.ts'
import { ROUTES } from '#shared/routes.ts'

/** Longer than anything takes on a busy machine. */
export const LONGEST_MS = 10 * 60_000
/** While its machine is too busy. A page that is read again changes nothing. */
export const BUSY = 503

/** The same requests as the dashboard. */
export async function signIn(address: string, password: string) {
  const answer = await fetch(address + ROUTES.session.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password }),
  })
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''

  async function call<Answer>(path: string, body?: object | string, end = Date.now() + LONGEST_MS): Promise<Answer> {
    const type = typeof body === 'string' ? 'text/csv' : 'application/json'
    const answer = await fetch(address + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { cookie, ...(body !== undefined && { 'content-type': type }) },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    if (answer.status === BUSY && body === undefined && Date.now() < end) {
      await pause(1_000)
      return call(path, body, end)
    }
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return answer.json() as Promise<Answer>
  }

  async function finish({ act_id }: { act_id: string }): Promise<ActDetail> {
    for (const end = Date.now() + LONGEST_MS; ; await pause(100)) {
      const act = await call<ActDetail>(`${ROUTES.acts.path}/${act_id}`)
      if (act.finished_at !== null) return act
      if (Date.now() > end) throw new Error(`The act ${act.kind} does not end: ${act.problem ?? 'no reason given'}.`)
    }
  }

  return {
    readCodes: async () => {
      const { entries } = await call<EntriesPage>(ROUTES.entries.path)
      return entries.map(({ referral_code }) => referral_code)
    },
    readDay: () => call<LaunchDay>(ROUTES.launchDay.path),
    readReviews: () => call<ReviewsPage>(ROUTES.reviews.path),
    countPeople: async () => (await call<Summary>(`${ROUTES.summary.path}?range=all`)).totalSignups,
    tryImport: (csv: string) => call<ImportReport>(`${ROUTES.importPeople.path}?dry_run=yes`, csv),
    import: async (csv: string) => finish(await call(ROUTES.importPeople.path, csv)),
    previewWave: (count: number) =>
      call<WavePreview>(ROUTES.previewWave.path, { select: { filters: { range: 'all' }, count } }),
    act: async (request: object) => finish(await call(ROUTES.acts.path, request)),
    undo: async ({ id }: { id: string }) => finish(await call(`${ROUTES.acts.path}/${id}/undo`, {})),
  }
}
