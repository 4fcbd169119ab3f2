import { setTimeout as pause } from 'node:timers/promises'
import type { ActDetail } from '#shared/list/acts.ts'
import { BACKGROUND_HEADER } from '#shared/values/header-names.ts'
import { paced, REFRESH_MS } from '../../src/web/routes/admin/state/paced.ts'
import { ROUTES } from '#shared/routes.ts'

const PASSWORD = 'of the bench'

export type Owner = Awaited<ReturnType<typeof signIn>>

export async function signIn(address: string) {
  const answer = await fetch(address + ROUTES.session.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: PASSWORD }),
  })
  const headers = { cookie: answer.headers.get('set-cookie')!.split(';')[0]!, [BACKGROUND_HEADER]: '1' }
  const open = async (path: string, signal?: AbortSignal) => {
    const answer = await fetch(address + path, { headers, signal: signal ?? null })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return answer
  }
  const request = async (path: string, { type, body }: { type: string; body: string }) => {
    const answer = await fetch(address + path, { method: 'POST', headers: { ...headers, 'content-type': type }, body })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return answer
  }
  const send = async <Answer>(path: string, body: { type: string; body: string }) =>
    (await request(path, body)).json() as Promise<Answer>
  const get = async (path: string) => (await open(path)).text()
  return {
    get,
    post: <Answer>(path: string, body: object) =>
      send<Answer>(path, { type: 'application/json', body: JSON.stringify(body) }),
    sendFile: <Answer>(path: string, body: string) => send<Answer>(path, { type: 'text/csv', body }),
    /** Milliseconds. */
    async time(path: string): Promise<number> {
      const started = performance.now()
      await get(path)
      return performance.now() - started
    },
    async drain(path: string): Promise<void> {
      // An export needs a proof of the last ten minutes.
      const proof = { type: 'application/json', body: JSON.stringify({ password: PASSWORD }) }
      await request(ROUTES.prove.path, proof)
      for await (const _ of (await open(path)).body!);
    },
    /** After a change it fetches everything again, no more often than the browser does. */
    watch() {
      const abort = new AbortController()
      let failure: unknown
      const refresh = paced(async () => {
        const asked = [ROUTES.summary.path, ROUTES.entries.path, ROUTES.referrers.path]
        if (!abort.signal.aborted) await Promise.all(asked.map(get)).catch((error: unknown) => (failure ??= error))
      }, REFRESH_MS)
      const watching = (async () => {
        const live = await open(ROUTES.live.path, abort.signal)
        for await (const chunk of live.body!.pipeThrough(new TextDecoderStream())) {
          if (/event: (?!alive)/.test(chunk)) refresh()
        }
      })().catch((error: unknown) => {
        if (!abort.signal.aborted) throw error
      })
      return {
        async close() {
          abort.abort()
          await watching
          if (failure) throw failure
        },
      }
    },
  }
}

/** The last page of one direction begins where the first page of the other ends. */
export function reversed(cursor: string): string {
  const [order, key] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [string, unknown]
  const other = order.endsWith(' asc') ? order.replace(/asc$/, 'desc') : order.replace(/desc$/, 'asc')
  return Buffer.from(JSON.stringify([other, key])).toString('base64url')
}

export async function finished(owner: Owner, id: string): Promise<ActDetail> {
  for (;;) {
    const act: ActDetail = JSON.parse(await owner.get(`${ROUTES.acts.path}/${id}`))
    if (act.finished_at !== null) return act
    await pause(500)
  }
}
