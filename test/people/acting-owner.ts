import { expect } from 'vitest'
import type { ActDetail } from '#shared/list/acts.ts'
import { signIn } from './owner.ts'
import { until } from '../servers/process.ts'
import type { TestApp } from '../test-app.ts'

export type ActingOwner = Awaited<ReturnType<typeof actingOwner>>

/** An owner who acts on many people. */
export async function actingOwner(app: TestApp) {
  const owner = await signIn(app)
  const read = async <Answer>(url: string): Promise<Answer> => {
    const answer = await owner.get(url)
    expect([url, answer.statusCode]).toEqual([url, 200])
    return answer.json()
  }
  const detail = (id: string) => read<ActDetail>(`/api/admin/acts/${id}`)
  const send = async (url: string, body: object): Promise<string> => {
    const answer = await owner.post(url, body)
    expect([answer.statusCode, answer.json().error]).toEqual([202, undefined])
    return answer.json().act_id
  }
  const finished = async (id: string): Promise<ActDetail> => {
    await until(async () => (await detail(id)).finished_at !== null)
    return detail(id)
  }
  const beginAct = (body: object) => send('/api/admin/acts', body)
  const beginUndo = (id: string) => send(`/api/admin/acts/${id}/undo`, {})
  return {
    ...owner,
    read,
    detail,
    /** `beginAct` and `beginUndo` return the act's id at once. */
    beginAct,
    beginUndo,
    finished,
    /** `act` and `undo` wait until the act is over. */
    act: async (body: object) => finished(await beginAct(body)),
    undo: async (id: string) => finished(await beginUndo(id)),
  }
}
