import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ROLES } from '#shared/owner/accounts.ts'
import { colleague } from '../../../test/people/colleague.ts'
import { passkeyDevice } from '../../../test/people/passkey.ts'
import { addPasskey, type Caller, enterWith, OWN_PASSKEYS } from '../../../test/people/passkey-person.ts'
import { runs } from '../../../test/runs.ts'
import { signIn } from '../../../test/people/owner.ts'
import { testApp } from '../../../test/test-app.ts'
import { ensureAccess } from './invitations.ts'
import { findCredentials, matchesPassword, readPasswordHash, renewPassword } from './password.ts'

const person = fc.nat({ max: 2 })
/** The number of an account: 3 is the first account, and 0 to 2 are the people. */
const anybody = fc.nat({ max: 3 })
const step = fc.oneof(
  fc.record({ kind: fc.constant('role' as const), by: person, whom: anybody, role: fc.constantFrom(...ROLES) }),
  fc.record({ kind: fc.constant('disable' as const), by: person, whom: anybody, disabled: fc.boolean() }),
  fc.record({ kind: fc.constant('end sessions' as const), by: person, whom: anybody }),
  fc.record({ kind: fc.constant('link' as const), by: person, whom: anybody, isUsed: fc.boolean() }),
  fc.record({ kind: fc.constant('add passkey' as const), by: person }),
  fc.record({ kind: fc.constant('remove passkeys' as const), by: person }),
  fc.record({ kind: fc.constant('setting' as const), value: fc.constantFrom('one password', 'another password') }),
  fc.constant({ kind: 'operator' as const }),
)

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

async function removePasskeys(person: Caller) {
  const { passkeys = [] } = (await person.call('GET', OWN_PASSKEYS)).json()
  for (const { id } of passkeys) await person.call('DELETE', `${OWN_PASSKEYS}/${id}`)
}

test('whatever owners, their passkeys, the settings and the operator do, an owner can always sign in', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 2 }), { maxLength: 8 }), async (rounds) => {
      await using app = await testApp()
      await signIn(app)
      const emails = ['one@example.com', 'two@example.com', 'three@example.com']
      const people = [await colleague(app, 'owner', emails[0]), await colleague(app, 'owner', emails[1])]
      people.push(await colleague(app, 'reader', emails[2]))

      const [first] = await app.rows('select id from accounts where is_first')
      const ids = [...people.map(({ id }) => id), first.id]
      const devices = people.map(() => passkeyDevice())

      async function take(taken: Step) {
        if (taken.kind === 'setting') return ensureAccess(app.pool, taken.value)
        if (taken.kind === 'operator') return renewPassword(app.pool)
        const by = people[taken.by]!
        if (taken.kind === 'add passkey') return addPasskey(by, devices[taken.by]!)
        if (taken.kind === 'remove passkeys') return removePasskeys(by)
        const url = `/api/admin/accounts/${ids[taken.whom]}`
        if (taken.kind === 'role') return by.call('PATCH', url, { role: taken.role })
        if (taken.kind === 'disable') return by.call('PATCH', url, { disabled: taken.disabled })
        if (taken.kind === 'link') {
          const { link } = (await by.call('POST', `${url}/link`)).json()
          const payload = { token: String(link).split('=')[1], password: 'a password of my own' }
          return taken.isUsed && app.app.inject({ method: 'POST', url: '/api/admin/session/link/use', payload })
        }
        return by.call('DELETE', `${url}/sessions`)
      }

      for (const round of rounds) {
        await Promise.all(round.map(take))
        expect(await app.verify()).toEqual([])
        for (const [index, device] of devices.entries()) {
          const [row] = await app.rows(
            `select exists (select from passkeys p join accounts a on a.id = p.account_id
               where p.credential = $1 and a.id = $2 and a.disabled_at is null) as opens`,
            device.id,
            ids[index],
          )
          expect((await enterWith(app, device)).statusCode).toBe(row.opens ? 204 : 403)
        }
      }

      const { password } = await renewPassword(app.pool)
      expect(await findCredentials(app.pool, null)).not.toBeNull()
      expect(await matchesPassword(password, (await readPasswordHash(app.pool))!)).toBe(true)
      expect(await app.rows('select role from accounts where is_first')).toEqual([{ role: 'owner' }])
    }),
    runs(12),
  )
})
