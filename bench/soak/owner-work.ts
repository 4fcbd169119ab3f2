import { offered } from '#shared/site/offered.ts'
import { finished, type Owner } from '../dashboard/owner.ts'
import { some } from './crowd.ts'
import { ROUTES } from '#shared/routes.ts'

const TAGGED = 20
const SORTS = ['submitted', 'email', 'business', 'launch']
const RANGES = ['7d', '30d', '90d', 'all']

export function createOwnerWork(owner: Owner) {
  const filters = () =>
    some([
      `range=${some(RANGES)}`,
      `range=all&industry=${encodeURIComponent(some(offered('job_industry'))!)}`,
      `range=all&goal=${encodeURIComponent(some(offered('goals'))!)}`,
      `range=all&state=waiting&q=${some(['corner', 'soak-1', 'wright'])}`,
    ])!

  async function newestIds(count: number): Promise<string[]> {
    const { entries } = JSON.parse(await owner.get(`${ROUTES.entries.path}?range=all&limit=200`))
    return entries
      .map(({ id }: { id: string }) => id)
      .sort(() => Math.random() - 0.5)
      .slice(0, count)
  }

  async function act(body: object): Promise<string> {
    const { act_id }: { act_id: string } = await owner.post(ROUTES.acts.path, body)
    await finished(owner, act_id)
    return act_id
  }

  return {
    figures: () => owner.get(`${ROUTES.summary.path}?${filters()}`),
    list: () => owner.get(`${ROUTES.entries.path}?sort=${some(SORTS)}&${filters()}`),
    profile: async () => {
      const [id] = await newestIds(1)
      if (id) await owner.get(`${ROUTES.entries.path}/${id}`)
    },
    exportAll: () => owner.drain(`${ROUTES.entriesCsv.path}?range=all`),
    async tag() {
      const ids = await newestIds(TAGGED)
      if (ids.length > 0) await act({ kind: 'tag', tag: some(['vip', 'call back', 'fair'])!, select: { ids } })
    },
    async reject() {
      const ids = await newestIds(TAGGED)
      if (ids.length === 0) return
      const id = await act({ kind: 'reject', select: { ids } })
      const { act_id }: { act_id: string } = await owner.post(`${ROUTES.acts.path}/${id}/undo`, {})
      await finished(owner, act_id)
    },
    async erase() {
      const ids = await newestIds(1)
      if (ids.length > 0) await act({ kind: 'erase', select: { ids } })
    },
    wave: () =>
      act({
        kind: 'wave',
        select: { filters: { range: 'all' }, count: 10 },
        subject: 'Your chair is ready',
        text: 'It is your turn.',
      }),
  }
}
