import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { addEntries } from '#shared/list/summarize.ts'
import { Summary } from '#shared/list/summary.ts'
import { choiceKeysOf, fromChoiceKey, type Question } from '#shared/site/questions.ts'
import { setSite, site, siteOf } from '#shared/site/site.ts'
import { importingOwner } from '../../../test/people/importing-owner.ts'
import { callPlace } from '../../../test/people/place-holder.ts'
import { runs } from '../../../test/runs.ts'
import { sampleAnswers } from '../../../test/sample-answers.ts'
import { DIST } from '../../../test/servers/dist.ts'
import { joinRequest, testApp } from '../../../test/test-app.ts'
import { isAnswered, noAnswers, restoredAnswers, sentAnswers } from '../../web/routes/form/form-answers.ts'

/** The names that every object inherits. */
const INHERITED = Object.getOwnPropertyNames(Object.prototype)
/** Those of them that a question may have, and some that it could have without its rule for names. */
const NAMES =
  'constructor toString valueOf hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString __defineGetter__'.split(
    ' ',
  )

const choices = fc.shuffledSubarray([...INHERITED, 'Other'], { minLength: 2 })
/** Questions with such names, labels and choices, of all kinds. The text beside Other has such a name too. */
const questions: fc.Arbitrary<Question[]> = fc
  .record({
    names: fc.shuffledSubarray(NAMES, { minLength: NAMES.length }),
    labels: fc.shuffledSubarray(INHERITED, { minLength: 7 }),
    one: choices,
    many: choices,
    optional: fc.boolean(),
  })
  .map(({ names, labels, one, many, optional }) => {
    const [text, yesNo, single, other, several, number, date, link] = names as [string, string, string, ...string[]]
    const asked = (name: string, index: number) => ({ name, label: labels[index]!, question: `${name}?`, optional })
    return [
      { ...asked(text, 0), kind: 'text', placeholder: '' },
      { ...asked(yesNo, 1), kind: 'yes-no' },
      { ...asked(single, 2), kind: 'one', choices: one, ...(one.includes('Other') && { other }) },
      { ...asked(several!, 3), kind: 'many', choices: many },
      { ...asked(number!, 4), kind: 'number', min: 1, max: 40 },
      { ...asked(date!, 5), kind: 'date' },
      { ...asked(link!, 6), kind: 'link', placeholder: 'https://' },
    ]
  })

const first = site()
afterEach(() => setSite(first))

function ask(further: Question[]) {
  setSite(siteOf({ questions: [...first.questions, ...further] }))
  const answers = sampleAnswers()
  for (const question of further)
    if ('other' in question && question.other && answers[question.name] === 'Other')
      answers[question.other] = 'toString'
  return answers
}

test('the form knows what is answered, whatever questions and choices are called', () => {
  fc.assert(
    fc.property(questions, (further) => {
      const answers = ask(further)
      for (const question of further) {
        expect([question.name, isAnswered(question, noAnswers())]).toEqual([question.name, question.optional])
        expect(isAnswered(question, { ...noAnswers(), ...answers } as never)).toBe(true)
      }
      expect(restoredAnswers({})).toEqual(noAnswers())
      const typed = further.flatMap(({ name, kind }) => (kind === 'number' ? [[name, String(answers[name])]] : []))
      const stored = { ...noAnswers(), ...answers, ...Object.fromEntries(typed) } as never
      expect(restoredAnswers(JSON.parse(JSON.stringify(stored)))).toEqual(stored)
      expect(sentAnswers(stored)).toMatchObject(Object.fromEntries(further.map(({ name }) => [name, answers[name]])))
      const leftOut = sentAnswers(noAnswers())
      for (const { name, optional } of further) if (optional) expect(leftOut[name]).toBe(null)
    }),
    runs(100),
  )
})

test('answers are taken, refused, stored, corrected, counted, filtered, exported and imported, whatever questions and choices are called', async () => {
  await fc.assert(
    fc.asyncProperty(questions, async (further) => {
      const answers = ask(further)
      await using app = await testApp({ dist: DIST })
      const owner = await importingOwner(app)
      const names = further.map(({ name }) => name)
      const counted = names.slice(1, 6)
      const stored = Object.fromEntries(Object.entries(answers).filter(([name]) => NAMES.includes(name)))

      const without = Object.fromEntries(Object.entries(answers).filter(([name]) => !NAMES.includes(name)))
      const bare = await app.post(
        joinRequest({
          ...without,
          ...Object.fromEntries(NAMES.map((name) => [name, undefined])),
          email: 'bare@example.com',
        }),
      )
      if (further[0]!.optional)
        expect([bare.status, (await app.entry('bare@example.com')).further_answers]).toEqual([201, null])
      else expect(Object.keys(bare.body.error.fields).toSorted()).toEqual(names.toSorted())
      const plain = await app.app.inject({
        method: 'POST',
        url: '/join',
        headers: FORM,
        payload: 'email=plain%40example.com',
      })
      const cookie = String(plain.headers['set-cookie']).split(';')[0]!
      expect((await app.app.inject({ url: '/form', headers: { cookie } })).body).not.toMatch(/native code|aria-invalid/)

      const joined = await app.join({ email: 'ada@example.com', ...answers })
      const { id, further_answers } = await app.entry('ada@example.com')
      expect(further_answers).toEqual(stored)
      const payload = { answers: { [names[3]!]: stored[names[3]!] } }
      const corrected = await callPlace(app, joined.browser_token!, { method: 'PATCH', payload })
      expect([corrected.statusCode, (await app.entry('ada@example.com')).further_answers]).toEqual([200, stored])
      for (const tag of ['constructor', '__proto__']) await owner.act({ kind: 'tag', tag, select: { ids: [id] } })

      const list = (query: object) => owner.get(`/api/admin/entries?${new URLSearchParams({ range: 'all', ...query })}`)
      for (const name of counted) {
        const { choice: value } = fromChoiceKey(
          choiceKeysOf({ further_answers: stored as never }).find((key) => fromChoiceKey(key).question === name)!,
        )
        expect(
          (await list({ [`answer_${name}`]: value })).json().entries.map((entry: { email: string }) => entry.email),
        ).toEqual(['ada@example.com'])
      }
      expect((await list({ tag: 'constructor' })).json().entries).toHaveLength(1)
      const summary = Summary.parse((await owner.get('/api/admin/summary?range=all')).json())
      expect(summary.choices.map(({ items }) => items.map(({ value }) => value))).toEqual(counted.map(() => [1]))
      const local = { email: 'local@example.com', further_answers: stored as never }
      const both = addEntries(summary, [local], { filters: { range: 'all' }, now: new Date() })
      expect(both.choices.map(({ items }) => items.map(({ value }) => value))).toEqual(counted.map(() => [2]))

      const [header, ...lines] = (await owner.get('/api/admin/entries.csv?range=all&order=asc&q=ada')).payload.split(
        '\r\n',
      )
      for (const name of Object.keys(stored)) expect(header!.split(',')).toContain(name)
      expect(lines[0]).not.toMatch(/native code/)
      const report = await owner.dryRun(
        `email,${names.join(',')}\nann@old.example,words,yes,${stored[names[2]!]},${[stored[names[3]!]].flat()[0]},12,2026-06-30,robin.example\n`,
      )
      expect(report.columns.map(({ target }) => target)).toEqual(['email', ...names])
      expect(await app.verify()).toEqual([])
    }),
    runs(10),
  )
}, 120_000)

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
