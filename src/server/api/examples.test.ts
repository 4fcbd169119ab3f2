import { expect, test } from 'vitest'
import * as z from 'zod'
import { SCOPES } from '#shared/programs/keys.ts'
import { keyOwner } from '../../../test/people/key-owner.ts'
import { testApp } from '../../../test/test-app.ts'
import { AN_ACT, examples, SOMEBODY } from './examples.ts'
import type { CALLS } from './calls.ts'

type Media = { schema: object; examples: Record<string, { value: object }> }
type Operation = {
  operationId: keyof typeof CALLS
  security: object[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { content: Record<string, Media> }>
}
type Document = { openapi: string; paths: Record<string, Record<string, Operation>> }

test('the description has every call with examples, which are sent and answered as they say', async () => {
  await using app = await testApp({ productUrl: 'https://product.example' })
  const program = await (await keyOwner(app)).makeKey([...SCOPES])
  const { openapi, paths } = (await app.app.inject('/api/v1/openapi.json')).json() as Document
  const operations = Object.values(paths).flatMap((path) => Object.entries(path))
  expect(openapi).toBe('3.1.0')
  expect(operations.map(([, { operationId }]) => operationId).sort()).toEqual(Object.keys(examples()).sort())

  let people = 0
  for (const [method, { operationId, security, requestBody, responses }] of operations) {
    expect(security).toEqual([{ key: [] }])
    for (const { name, path, status, body, answer } of examples()[operationId]) {
      const email = `zoe-${(people += 1)}@example.com`
      const person = (await program.join({ email, utm: { source: 'instagram' } })).json()
      const tagged = (await program.call('PATCH', `/api/v1/entries/${person.id}`, { add_tag: 'salon' })).json()
      const ofThisList = (text: string) =>
        text.replaceAll(SOMEBODY, person.id).replaceAll(AN_ACT, tagged.act.id).replaceAll('zoe@example.com', email)

      const sent = body && JSON.parse(ofThisList(JSON.stringify(body)))
      const response = await program.call(method.toUpperCase() as 'GET', ofThisList(path), sent)

      expect([name, response.statusCode, response.json().error]).toEqual([name, status, undefined])
      const media = responses[status]!.content['application/json']!
      expect(media.examples[name]!.value).toEqual(answer)
      const schema = z.fromJSONSchema(media.schema as never)
      for (const one of [answer, response.json()])
        expect([name, schema.safeParse(one).error]).toEqual([name, undefined])
      expect(namesOf(response.json())).toEqual(namesOf(answer as object))
      if (body) expect(requestBody!.content['application/json']!.examples[name]!.value).toEqual(body)
    }
  }
  expect(await app.verify()).toEqual([])
})

/** The fields of an answer, and of the people in it. */
function namesOf(answer: object): string[] {
  const fields = Object.entries(answer).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return fields.flatMap(([name, value]) => {
    const inner = Array.isArray(value) ? value[0] : value
    const isPerson =
      ['entry', 'entries', 'act', 'answers'].includes(name) && typeof inner === 'object' && inner !== null
    return isPerson ? [name, ...namesOf(inner).map((one) => `${name}.${one}`)] : [name]
  })
}
