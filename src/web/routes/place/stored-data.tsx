import { Fragment, type ReactNode } from 'react'
import { stored as words } from '#site/stored.ts'
import { STORED_QUESTIONS } from '#shared/questions.ts'
import type { FormAnswers } from '../form/form-answers.ts'
import { linesOf } from './answer-lines.ts'
import './stored-data.css'

const DAY = /^\d{4}-\d\d-\d\d$/
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
const DAY_IN_WORDS = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const INSTANT_IN_WORDS = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' })

/** The export, for people: single values come first, and each list or group has a section that opens. */
export function StoredData({ value }: { value: Record<string, unknown> }) {
  const parts = Object.entries(value)
  const groups = parts.filter(([, part]) => isGroup(part))
  return (
    <section aria-label={words.title} className="stored">
      <Fields of={Object.fromEntries(parts.filter(([, part]) => !isGroup(part)))} />
      {groups.map(([name, part]) => (
        <details key={name}>
          <summary>
            {labelOf(name)}
            {Array.isArray(part) && <span className="stored-count">{part.length}</span>}
          </summary>
          <Value name={name} value={part} />
        </details>
      ))}
    </section>
  )
}

function Value({ name, value }: { name: string; value: unknown }): ReactNode {
  if (Array.isArray(value)) return <Items name={name} items={value} />
  if (!isGroup(value)) return textOf(value)
  return name === 'answers' ? <Answers answers={value as FormAnswers} /> : <Fields of={value} />
}

function Fields({ of }: { of: Record<string, unknown> }) {
  return (
    <dl>
      {Object.entries(of).map(([name, value]) => (
        <div key={name}>
          <dt>{labelOf(name)}</dt>
          <dd>
            <Value name={name} value={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Answers({ answers }: { answers: FormAnswers }) {
  return (
    <dl>
      {STORED_QUESTIONS.map((question) => (
        <div key={question.name}>
          <dt>{question.question}</dt>
          <dd>
            {linesOf(question, answers).map((line) => (
              <Fragment key={line}>
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

function Items({ name, items }: { name: string; items: unknown[] }) {
  if (items.length === 0) return words.nothing
  if (!items.some(isGroup)) return items.map(textOf).join(', ')
  return (
    <ol>
      {items.map((item, index) => (
        <li key={index}>
          <Value name={name} value={item} />
        </li>
      ))}
    </ol>
  )
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return words.none
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  const text = typeof value === 'number' ? value.toLocaleString('en-GB') : String(value)
  if (DAY.test(text)) return DAY_IN_WORDS.format(new Date(text))
  if (INSTANT.test(text)) return INSTANT_IN_WORDS.format(new Date(text))
  return words.values[text] ?? text
}

/** Parts without a label of their own are called by their name in the file. */
function labelOf(name: string): string {
  const text = name.replaceAll('_', ' ')
  return words.labels[name] ?? text.charAt(0).toUpperCase() + text.slice(1)
}
