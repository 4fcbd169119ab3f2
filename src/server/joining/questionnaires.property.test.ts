import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { Summary } from '#shared/list/summary.ts'
import { countedQuestions, NAME, type Question } from '#shared/site/questions.ts'
import { setSite, site, siteOf, sourceSite } from '#shared/site/site.ts'
import { isTypedQuestion } from '#shared/site/typed-answers.ts'
import { signIn } from '../../../test/people/owner.ts'
import { runs } from '../../../test/runs.ts'
import { sampleAnswers } from '../../../test/sample-answers.ts'
import { DIST } from '../../../test/servers/dist.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { noAnswers, problemIn, sentAnswers } from '../../web/routes/form/form-answers.ts'

const KINDS: Question[] = [
  { name: 'constructor', kind: 'number', label: 'valueOf', question: 'How many?', min: 1, max: 40 },
  { name: 'any_number', kind: 'number', label: 'Any', question: 'Any number?' },
  { name: 'day', kind: 'date', label: 'Day', question: 'Which day?' },
  { name: 'page', kind: 'link', label: 'Page', question: 'Which page?', placeholder: 'https://' },
  { name: 'motto', kind: 'text', label: 'Motto', question: 'Which motto?', placeholder: '' },
  { name: 'has_oven', kind: 'yes-no', label: 'Oven', question: 'Have you an oven?' },
  {
    name: 'bread',
    kind: 'one',
    label: 'Bread',
    question: 'Which bread?',
    choices: ['Rye', 'Other'],
    other: 'own_bread',
  },
  { name: 'cakes', kind: 'many', label: 'Cakes', question: 'Which cakes?', choices: ['Plum', 'Nut'] },
]

/** The first seven and one of each kind, in any order: asked, optional or removed. */
const questionnaires: fc.Arbitrary<Question[]> = fc
  .shuffledSubarray([...sourceSite.questions, ...KINDS], { minLength: sourceSite.questions.length + KINDS.length })
  .chain((questions) =>
    fc.tuple(
      ...questions.map((question) =>
        fc
          .constantFrom('asked', 'optional', 'removed')
          .map((state) => ({ ...question, optional: state === 'optional', archived: state === 'removed' })),
      ),
    ),
  )

const first = site()
afterEach(() => setSite(first))

test('every questionnaire is joined with scripts and without, refused at the field, shown, counted and exported', async () => {
  await fc.assert(
    fc.asyncProperty(questionnaires, async (questions) => {
      setSite(siteOf({ questions }))
      await using app = await testApp({ dist: DIST })
      const owner = await signIn(app)
      const asked = site().questions
      const answers = sampleAnswers()

      const typed = { ...noAnswers(), ...answers }
      for (const question of asked) expect(problemIn(question, typed as never)).toBe(null)
      expect((await app.post({ email: 'full@example.com', ...sentAnswers(typed as never) })).status).toBe(201)
      const required = asked.filter(({ optional }) => !optional).map(({ name }) => name)
      const least = Object.fromEntries(required.map((name) => [name, answers[name]]))
      expect((await app.post({ email: 'least@example.com', ...least })).status).toBe(201)
      for (const question of asked) {
        const wrong = question.kind === 'text' || isTypedQuestion(question) ? { $: 1 } : 'No choice'
        const refused = await app.post({ email: 'wrong@example.com', ...answers, [question.name]: wrong })
        expect([refused.status, Object.keys(refused.body.error.fields)]).toEqual([
          400,
          [expect.stringMatching(new RegExp(`^${question.name}`))],
        ])
      }
      expect(await joinPlainly(app, 'plain@example.com')).toBe(303)

      const [full, plain] = [await app.entry('full@example.com'), await app.entry('plain@example.com')]
      const answersOf = (entry: Record<string, unknown>) =>
        ['further_answers', 'business_name', 'goals'].map((name) => entry[name])
      expect(answersOf(plain)).toEqual(answersOf(full))
      const summary = Summary.parse((await owner.get('/api/admin/summary?range=all')).json())
      const isAsked = (name: string) => asked.some((question) => question.name === name)
      const sum = (items: { value: number }[]) => items.reduce((total, { value }) => total + value, 0)
      for (const { question, items } of summary.choices)
        expect([question, sum(items)]).toEqual([question, !isAsked(question) ? 0 : required.includes(question) ? 3 : 2])
      expect(summary.choices.map(({ question }) => question)).toEqual(countedQuestions().map(({ name }) => name))
      const [header] = (await owner.get('/api/admin/entries.csv?range=all')).payload.split('\r\n')
      for (const { name } of asked) if (name !== NAME) expect(header!.split(',')).toContain(name)
      expect((await owner.get(`/api/admin/entries/${full.id}`)).statusCode).toBe(200)
      expect(await app.verify()).toEqual([])
    }),
    runs(15),
  )
}, 240_000)

/** As a browser without scripts does. Answers with the last status. */
async function joinPlainly({ app }: TestApp, email: string): Promise<number> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const post = (url: string, fields: [string, string][], cookie = '') =>
    app.inject({ method: 'POST', url, headers: { ...headers, cookie }, payload: String(new URLSearchParams(fields)) })
  const begun = await post('/join', [['email', email]])
  const cookie = String(begun.headers['set-cookie']).split(';')[0]!
  let answer = await app.inject({ url: '/form', headers: { cookie } })
  const answers = Object.entries(sampleAnswers()).flatMap(([name, given]) =>
    [given]
      .flat()
      .map((one): [string, string] => [name, typeof one === 'boolean' ? (one ? 'Yes' : 'No') : String(one)]),
  )
  for (let step = 0; answer.statusCode === 200 && step <= answers.length + 1; step += 1) {
    const { body } = answer
    const hidden = ['start', 'step', 'site_version'].map((name): [string, string] => [
      name,
      new RegExp(`name="${name}" value="([^"]+)"`).exec(body)![1]!,
    ])
    const act = /<button type="submit"[^>]*value="(next|submit)"/.exec(body)![1]!
    const here = answers.filter(([name]) => body.includes(`name="${name}"`))
    answer = await post('/form', [...hidden, ...here, ['act', act]], cookie)
  }
  return answer.statusCode
}
