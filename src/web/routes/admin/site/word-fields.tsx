import type { ComponentProps, ReactNode } from 'react'
import { DRAWINGS } from '#shared/site/drawings.ts'
import { fieldName, labelOf } from '#shared/site/field-names.ts'
import { fieldId, textsBelow, valueAt, withValue } from './paths.ts'
import type { Draft } from './use-draft.ts'

/** The problems of the draft by their paths, each as the end of a sentence. */
export type Problems = Record<string, string>
type PartProps = { draft: Draft; path: string; problems: Problems }

/** The texts of a part of the site under a heading, and those of its own parts in groups. */
export function PartWords({ draft, path, problems }: PartProps) {
  const texts = textsBelow(draft.document, path)
  const groups = [...new Set(texts.map((text) => text.split('.').slice(0, 2).join('.')))]
  const own = groups.filter((group) => texts.includes(group))
  return (
    <section aria-labelledby={`site-part-${path}`} className="site-part">
      <h3 id={`site-part-${path}`}>{labelOf(path)}</h3>
      <WordFields {...{ draft, problems }} texts={own} />
      {groups.map((group) =>
        own.includes(group) ? null : (
          <fieldset key={group}>
            <legend>{labelOf(group)}</legend>
            <WordFields {...{ draft, problems }} texts={texts.filter((text) => isWordOf(group, text))} depth={2} />
          </fieldset>
        ),
      )}
    </section>
  )
}

/** The film's address has a field of its own. */
function isWordOf(group: string, text: string): boolean {
  return text.startsWith(`${group}.`) && text !== 'landing.film.address'
}

type WordsProps = { draft: Draft; problems: Problems; texts: string[]; depth?: number }

/** `depth`: how many names of each path are said by headings around the fields; 0 if there are none. */
export function WordFields({ draft, problems, texts, depth = 1 }: WordsProps) {
  return texts.map((text) => (
    <WordField
      key={text}
      draft={draft}
      path={text}
      label={depth === 0 ? fieldName(text, draft.document) : labelOf(text, depth)}
      problem={problems[text]}
    />
  ))
}

type ShellProps = {
  id: string
  label: string
  problem?: string | null | undefined
  hint?: ReactNode
  isChanged: boolean
  children: ReactNode
}

/** The label, hint and problem of a field. The element that is filled in has this `id`. */
export function FieldShell({ id, label, problem, hint, isChanged, children }: ShellProps) {
  return (
    <div className="setting" data-changed={isChanged || undefined} data-invalid={problem ? true : undefined}>
      <label id={`${id}-label`} htmlFor={id} className="site-label">
        {label}
      </label>
      {children}
      <p
        id={`${id}-more`}
        role={problem ? 'alert' : undefined}
        className={problem ? 'setting-problem' : 'setting-hint'}
      >
        {problem || hint}
      </p>
    </div>
  )
}

type WordProps = {
  draft: Draft
  path: string
  label: string
  problem?: string | undefined
  hint?: string | undefined
  children?: ReactNode
}

/** A field for one value of the document. `children`: acts on it. */
export function WordField({ draft, path, label, problem, hint, children }: WordProps) {
  const id = fieldId(path)
  const { document, view, change } = draft
  const value = valueAt(document, path) as string | number
  const names = [...new Set(String(value).match(/\{\w+/g))].map((name) => `${name}}`)
  return (
    <FieldShell
      id={id}
      label={label}
      problem={problem && `This ${problem}.`}
      hint={hint ?? (names.length > 0 && `${names.join(', ')}: filled in automatically.`)}
      isChanged={value !== valueAt(view.document, path)}
    >
      <Field
        path={path}
        value={value}
        isFixed={view.file !== null}
        onChange={(next) => change((now) => withValue(now, path, next))}
        id={id}
        aria-invalid={problem ? true : undefined}
        aria-describedby={`${id}-more`}
      />
      {children}
    </FieldShell>
  )
}

type FieldProps = Pick<ComponentProps<'input'>, 'id' | 'aria-invalid' | 'aria-describedby'> & {
  path: string
  value: string | number
  isFixed: boolean
  onChange: (value: string | number) => void
}

/** A choice for a drawing, a number for seconds, and a text field for words. */
function Field({ path, value, isFixed, onChange, ...shared }: FieldProps) {
  if (path.endsWith('.tool'))
    return (
      <select
        {...shared}
        disabled={isFixed}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className="filter-field site-narrow"
      >
        {/* A draft may have another word from the time when this was a text. */}
        {!DRAWINGS.some((drawing) => drawing === value) && <option value={value}>Choose a drawing</option>}
        {DRAWINGS.map((drawing) => (
          <option key={drawing} value={drawing}>
            {drawing.charAt(0).toUpperCase() + drawing.slice(1)}
          </option>
        ))}
      </select>
    )
  if (typeof value === 'number')
    return (
      <input
        {...shared}
        type="number"
        min={0}
        step={0.1}
        readOnly={isFixed}
        value={value}
        onChange={({ target }) => onChange(target.valueAsNumber || 0)}
        className="filter-field site-narrow"
      />
    )
  return (
    <textarea
      {...shared}
      dir="auto"
      rows={Math.min(8, 1 + Math.floor(value.length / 60))}
      readOnly={isFixed}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      className="filter-field site-text"
    />
  )
}
