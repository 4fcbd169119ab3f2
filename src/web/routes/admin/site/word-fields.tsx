import { useId } from 'react'
import { inWords, textsBelow, valueAt, withValue } from './paths.ts'
import type { Draft } from './use-draft.ts'

type WordsProps = { draft: Draft; path: string; problems: Record<string, string> }

/** A field for each text below a path of the site document. */
export function WordFields({ draft, path, problems }: WordsProps) {
  return textsBelow(draft.document, path).map((place) => (
    <WordField key={place} draft={draft} path={place} label={inWords(place)} problem={problems[place]} />
  ))
}

type WordProps = { draft: Draft; path: string; label: string; problem?: string | undefined; hint?: string }

export function WordField({ draft, path, label, problem, hint }: WordProps) {
  const id = useId()
  const { document, view, change } = draft
  const text = String(valueAt(document, path) ?? '')
  const isChanged = text !== String(valueAt(view.document, path) ?? '')
  const names = [...new Set(text.match(/\{\w+/g))].map((name) => `${name}}`)
  return (
    <div className="setting" data-changed={isChanged || undefined} data-invalid={problem ? true : undefined}>
      <label htmlFor={id} className="site-label">
        {label}
      </label>
      <textarea
        id={id}
        dir="auto"
        rows={Math.min(8, 1 + Math.floor(text.length / 60))}
        readOnly={view.file !== null}
        aria-invalid={problem ? true : undefined}
        aria-describedby={`${id}-more`}
        value={text}
        onChange={({ target: { value } }) => change(withValue(document, path, value))}
        className="filter-field site-text"
      />
      <p id={`${id}-more`} className={problem ? 'setting-problem' : 'setting-hint'}>
        {problem
          ? `This ${problem}.`
          : (hint ?? (names.length > 0 && `${names.join(', ')}: filled in for each reader.`))}
      </p>
    </div>
  )
}
