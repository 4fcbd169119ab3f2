import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ROLES } from '#shared/accounts.ts'
import { colleague } from '../../../test/colleague.ts'
import { runs } from '../../../test/runs.ts'
import { signIn } from '../../../test/owner.ts'
import { testApp } from '../../../test/test-app.ts'
import { ensureAccess, matchesPassword, renewPassword } from './password.ts'
import { findCredentials, readPasswordHash } from '../accounts/accounts.ts'

const person = fc.nat({ max: 2 })
/** The last one is the first account. */
const anybody = fc.nat({ max: 3 })
const step = fc.oneof(
  fc.record({ kind: fc.constant('role' as const), by: person, whom: anybody, role: fc.constantFrom(...ROLES) }),
  fc.record({ kind: fc.constant('disable' as const), by: person, whom: anybody, disabled: fc.boolean() }),
  fc.record({ kind: fc.constant('end sessions' as const), by: person, whom: anybody }),
  fc.record({ kind: fc.constant('link' as const), by: person, whom: anybody }),
  fc.record({ kind: fc.constant('setting' as const), value: fc.constantFrom('one password', 'another password') }),
  fc.constant({ kind: 'operator' as const }),
)

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

test('whatever owners, the settings and the operator do, at once or in turn, an owner can always sign in', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 2 }), { maxLength: 8 }), async (rounds) => {
      await using app = await testApp()
      await signIn(app)
      const emails = ['one@example.com', 'two@example.com', 'three@example.com']
      const people = [await colleague(app, 'owner', emails[0]), await colleague(app, 'owner', emails[1])]
      people.push(await colleague(app, 'reader', emails[2]))

      const [first] = await app.rows('select id from accounts where is_first')
      const ids = [...people.map(({ id }) => id), first.id]

      async function take(taken: Step) {
        if (taken.kind === 'setting') return ensureAccess(app.pool, taken.value)
        if (taken.kind === 'operator') return renewPassword(app.pool)
        const url = `/api/admin/accounts/${ids[taken.whom]}`
        const by = people[taken.by]!
        if (taken.kind === 'role') return by.call('PATCH', url, { role: taken.role })
        if (taken.kind === 'disable') return by.call('PATCH', url, { disabled: taken.disabled })
        if (taken.kind === 'link') return by.call('POST', `${url}/link`)
        return by.call('DELETE', `${url}/sessions`)
      }

      for (const round of rounds) {
        await Promise.all(round.map(take))
        expect(await app.verify()).toEqual([])
      }

      const { password } = await renewPassword(app.pool)
      expect(await findCredentials(app.pool, null)).not.toBeNull()
      expect(await matchesPassword(password, (await readPasswordHash(app.pool))!)).toBe(true)
      expect(await app.rows('select role from accounts where is_first')).toEqual([{ role: 'owner' }])
    }),
    runs(12),
  )
})
