import { storedWords } from './stored-words.ts'
import { Fragment } from 'react'
import { everyStoredQuestion } from '#shared/site/questions.ts'
import { isolated } from '#shared/values/isolated.ts'
import { own } from '#shared/values/own.ts'
import type { FormAnswers } from '../../form/form-answers.ts'
import { linesOf } from './answer-lines.ts'
import './stored-data.css'

/**
 * The fields whose values are keywords of this program, shown in words. Other fields may hold typed text, shown
 * unchanged.
 */
const OWN_WORDS = [
  'history.kind',
  'friends.state',
  'mails.kind',
  'mails.state',
  'invitations.state',
  'mail_problem.kind',
  'services.name',
]
/** Matches the names of the fields that hold times. */
const TIME_NAME = /(^|_)(at|since)$|^links_asked_for$/
const DAY_IN_WORDS = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const INSTANT_IN_WORDS = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' })

/** The export in readable form: single values come first, and each list or group has a section that opens. */
export function StoredData({ value }: { value: Record<string, unknown> }) {
  const parts = Object.entries(value)
  const groups = parts.filter(([, part]) => isGroup(part))
  return (
    <section aria-label={storedWords.title} className="stored">
      <Fields of={Object.fromEntries(parts.filter(([, part]) => !isGroup(part)))} />
      {groups.map(([name, part]) => (
        <details key={name}>
          <summary>
            {labelOf(name)}
            {Array.isArray(part) && <span className="stored-count">{part.length}</span>}
          </summary>
          <Value name={name} group="" value={part} />
        </details>
      ))}
    </section>
  )
}

/** `name`: the name of the field. `group`: the name of the part that has the field. */
type ValueProps = { name: string; group: string; value: unknown }

function Value({ name, group, value }: ValueProps) {
  if (Array.isArray(value)) return <Items name={name} group={group} items={value} />
  if (!isGroup(value)) return <>{textOf({ name, group, value })}</>
  return name === 'answers' ? <Answers answers={value as FormAnswers} /> : <Fields of={value} group={name} />
}

function Fields({ of, group = '' }: { of: Record<string, unknown>; group?: string }) {
  return (
    <dl>
      {Object.entries(of).map(([name, value]) => (
        <div key={name}>
          <dt>{labelOf(name)}</dt>
          <dd>
            <Value name={name} group={group} value={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Answers({ answers }: { answers: FormAnswers }) {
  return (
    <dl>
      {everyStoredQuestion().map((question) => (
        <div key={question.name}>
          <dt>{question.question}</dt>
          <dd>
            {linesOf(question, answers).map((line, index) => (
              <Fragment key={index}>
                {line}
                <br />
              </Fragment>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Items({ name, group, items }: { name: string; group: string; items: unknown[] }) {
  if (items.length === 0) return <>{storedWords.nothing}</>
  if (!items.some(isGroup)) return <>{items.map((value) => isolated(textOf({ name, group, value }))).join(', ')}</>
  return (
    <ol>
      {items.map((item, index) => (
        <li key={index}>
          <Value name={name} group={group} value={item} />
        </li>
      ))}
    </ol>
  )
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function textOf({ name, group, value }: ValueProps): string {
  if (value === null || value === undefined || value === '') return storedWords.none
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return value.toLocaleString('en-GB')
  const text = String(value)
  if (name === 'privacy_version') return /^\d+$/.test(text) ? `Text ${text}` : DAY_IN_WORDS.format(new Date(text))
  if (TIME_NAME.test(name)) return INSTANT_IN_WORDS.format(new Date(text))
  return (OWN_WORDS.includes(`${group}.${name}`) && own(storedWords.values, text)) || text
}

/** The label of a field. Campaign parameters have no label and use their own names. */
function labelOf(name: string): string {
  const text = name.replaceAll('_', ' ')
  return own(storedWords.labels, name) ?? text.charAt(0).toUpperCase() + text.slice(1)
}
