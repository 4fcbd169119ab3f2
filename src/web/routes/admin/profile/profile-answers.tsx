import type { ReactNode } from 'react'
import type { EntryDetail } from '#shared/list/entry.ts'
import {
  type AnswerValue,
  chosenIn,
  chosenLabels,
  everyStoredQuestion,
  type FurtherAnswers,
  isChoiceQuestion,
  isCounted,
  isFurther,
  isShown,
  otherOf,
} from '#shared/site/questions.ts'
import { isolated } from '#shared/values/language.ts'
import { type FirstQuestion, wordsFor } from '../state/first-questions.ts'
import type { ShownEntry } from '../state/local-entries.ts'
import { UnprovenBadge } from '../ui/badges.tsx'
import { Field } from '../../../ui/form.tsx'
import { Email } from '../../../ui/text.tsx'
import { grouped } from '../../../ui/grouped.ts'
import { Moment } from '../../../ui/time.tsx'
import { Part } from './part.tsx'

type ProfileAnswersProps = {
  title: string
  chosen: readonly string[] | null | undefined
  other?: string | null | undefined
  link?: string | null
}

export function ProfileAnswers({ title, chosen, other, link }: ProfileAnswersProps) {
  const words = other?.trim()
  if (!chosen?.length && !words && !link) return null
  return (
    <Part title={title}>
      <ul className="answers">
        {chosen?.map((choice, index) => (
          <li key={index}>{choice}</li>
        ))}
        {link && (
          <li>
            <a href={link} target="_blank" rel="noreferrer" className="wrap-anywhere underline underline-offset-4">
              {link}
            </a>
          </li>
        )}
        {words && <li className="font-display">“{isolated(words)}”</li>}
      </ul>
    </Part>
  )
}

type Revision = EntryDetail['history']['revisions'][number]

export function EarlierAnswers({ revisions }: { revisions: Revision[] }) {
  return (
    <Part title="Earlier answers">
      {revisions.map((revision, index) => (
        // Two answers may have been replaced at the same moment, so the moment alone is not a unique key.
        <details key={`${revision.replaced_at} ${revisions.length - index}`} className="earlier">
          <summary>
            Until <Moment date={revision.replaced_at} as="medium" /> {revision.unproven && <UnprovenBadge />}
          </summary>
          <dl>
            {linesOf(revision).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value || 'N/A'}</dd>
              </div>
            ))}
          </dl>
        </details>
      ))}
    </Part>
  )
}

function linesOf(revision: Revision): [string, string | null][] {
  const { is_solo_provider, problems, other_problem, goals, other_goal } = revision
  const first: [FirstQuestion, string, string | null][] = [
    ['business_name', 'Business Name', revision.business_name],
    [
      'is_solo_provider',
      'Provider Type',
      is_solo_provider === null ? null : is_solo_provider ? 'Solo Provider' : 'Group Practice',
    ],
    ['job_industry', 'Industry', revision.job_industry],
    ['price_range', 'Price Range', revision.price_range],
    ['problems', 'Challenges', [...problems, isolated(other_problem ?? '')].filter(Boolean).join('; ')],
    ['goals', 'Goals', [...goals, isolated(other_goal ?? '')].filter(Boolean).join('; ')],
  ]
  return [
    ...first.flatMap(([name, title, value]): [string, string | null][] =>
      value || isShown(name) ? [[wordsFor(name, title), value]] : [],
    ),
    ...listFurtherAnswers(revision.further_answers).map(({ title, chosen, words, link }): [string, string] => [
      title,
      [...chosen, isolated(words ?? ''), link ?? ''].filter(Boolean).join('; '),
    ]),
  ]
}

type FurtherAnswer = { title: string; chosen: readonly string[]; words: string | null; link: string | null }

/** Answers to questions that no longer exist come last. */
export function listFurtherAnswers(answers: FurtherAnswers | undefined): FurtherAnswer[] {
  const rest = new Map(Object.entries(answers ?? {}))
  const take = (name: string | null) => {
    const answer = name === null ? undefined : rest.get(name)
    if (name !== null) rest.delete(name)
    return answer
  }
  const asked = everyStoredQuestion()
    .filter(isFurther)
    .map((question) => {
      const [answer, words] = [take(question.name), take(otherOf(question))]
      return {
        title: question.label,
        chosen: isChoiceQuestion(question)
          ? chosenLabels({ further_answers: answers ?? null }, question)
          : isCounted(question)
            ? chosenIn(answer)
            : [],
        words: textOf(question.kind === 'text' ? answer : words),
        link: textOf(question.kind === 'link' ? answer : undefined),
      }
    })
  const earlier = [...rest].map(([name, answer]) => ({
    title: titleOf(name),
    chosen: chosenIn(answer),
    words: null,
    link: null,
  }))
  return [...asked, ...earlier].filter(({ chosen, words, link }) => chosen.length > 0 || words || link)
}

/** A question that is no longer asked has no label, so this uses its name. */
function titleOf(name: string): string {
  return (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll('_', ' ')
}

function textOf(answer: AnswerValue | undefined): string | null {
  return typeof answer === 'string' ? answer : null
}

export function ProfileFacts({ entry }: { entry: ShownEntry }) {
  const facts: [FirstQuestion, string, string | null | undefined][] = [
    ['is_solo_provider', 'Provider Type', providerOf(entry)],
    ['business_name', 'Business Name', entry.business_name],
    ['job_industry', 'Industry', entry.job_industry],
    ['price_range', 'Price Range', entry.price_range],
  ]
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,13rem),1fr))] gap-2.5 max-tablet:grid-cols-2 max-tablet:[&>:first-child]:col-span-full">
      <Card name="Email" value={<Email email={entry.email} />} />
      {facts.map(([name, title, value]) =>
        value || isShown(name) ? <Card key={name} name={wordsFor(name, title)} value={value || 'N/A'} /> : null,
      )}
      {entry.position !== undefined && <Card name="Waitlist Position" value={`#${grouped(entry.position)}`} />}
      {entry.referral_code && <Card name="Referral Code" value={<span className="code">{entry.referral_code}</span>} />}
    </dl>
  )
}

function Card({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div className="card">
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function providerOf({ is_solo_provider }: ShownEntry): string | null {
  if (is_solo_provider === true) return 'Solo Provider'
  return is_solo_provider === false ? 'Group Practice' : null
}

/** Shows a note that was being typed, so that it can be copied. */
export function ErasedProfile({ wasShown, note }: { wasShown: boolean; note: string }) {
  return (
    <>
      <output className="block py-3 px-4 border-s-3 border-s-ink bg-paper">
        {wasShown ? 'This person was erased a moment ago.' : 'This person was deleted.'} Only their joining number is
        kept.
      </output>
      {note.trim() !== '' && <Field label="Your note was not saved" rows={3} readOnly value={note} />}
    </>
  )
}
