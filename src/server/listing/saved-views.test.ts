import { expect, test } from 'vitest'
import { signIn } from '../../../test/people/owner.ts'
import { testApp } from '../../../test/test-app.ts'

test('a saved view is there for everybody, is replaced by its name, and has no words of a search', async () => {
  await using app = await testApp()
  const owner = await signIn(app)
  const headers = { cookie: owner.cookie }
  const views = async () => (await owner.get('/api/admin/views')).json().views
  const save = (name: string, query: string) =>
    app.app.inject({ method: 'PUT', url: '/api/admin/views', payload: { name, query }, headers })

  expect((await save('Best', 'friends=3')).statusCode).toBe(200)
  expect((await save('Best', 'friends=5&sort=friends')).statusCode).toBe(200)
  expect((await save('Ana', 'q=ana')).statusCode).toBe(400)
  expect(await views()).toMatchObject([{ name: 'Best', query: 'friends=5&sort=friends' }])

  const [{ id }] = await views()
  expect((await app.app.inject({ method: 'DELETE', url: `/api/admin/views/${id}`, headers })).statusCode).toBe(204)
  expect(await views()).toEqual([])
})

test('an export has only the people whom the owner has ticked', async () => {
  await using app = await testApp()
  const people = await app.joinMany(3)
  const owner = await signIn(app)
  const { entries } = (await owner.get('/api/admin/entries')).json()
  const ids = entries.slice(0, 2).map(({ id }: { id: string }) => id)

  const { body } = await owner.get(`/api/admin/entries.csv?columns=email&sort=email&ids=${ids.join(',')}`)

  expect(body.trim().split('\r\n')).toHaveLength(3)
  expect(people.filter(({ email }: { email: string }) => body.includes(email))).toHaveLength(2)
})
