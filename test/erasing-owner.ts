import type { ActDetail } from '#shared/acts.ts'
import { signIn } from './owner.ts'
import { until } from './process.ts'
import type { TestApp } from './test-app.ts'

/** A signed-in owner who erases people. */
export async function erasingOwner(app: TestApp) {
  const owner = await signIn(app)
  const act = async (body: object): Promise<string> => {
    const answer = await owner.post('/api/admin/acts', body)
    if (answer.statusCode !== 202) throw new Error(`The act answered ${answer.statusCode}: ${answer.body}`)
    return answer.json().act_id
  }
  const detail = async (id: string): Promise<ActDetail> => (await owner.get(`/api/admin/acts/${id}`)).json()
  const finished = async (id: string): Promise<ActDetail> => {
    await until(async () => (await detail(id)).finished_at !== null)
    return detail(id)
  }
  return {
    ...owner,
    act,
    detail,
    finished,
    /** Erases these people, and waits until nothing more is left of them here. */
    erase: async (...ids: string[]): Promise<ActDetail> => finished(await act({ kind: 'erase', select: { ids } })),
  }
}

/** Whether no job waits or runs, apart from those that wait for the owner. */
export async function isIdle(app: TestApp): Promise<boolean> {
  const waiting = `select from pgboss.job where state < 'completed' and name not in ('kept-names', 'undelivered') limit 1`
  return (await app.rows(waiting)).length === 0
}

/** What breaks a rule that always holds. */
export async function broken(app: TestApp) {
  return (await app.verify()).filter(({ offending }) => offending.length > 0)
}
