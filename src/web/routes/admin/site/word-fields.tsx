import type { ReactNode } from 'react'
import { fieldName, labelOf } from '#shared/site/field-names.ts'
import { Field } from '../../../ui/field.tsx'
import { fieldId, textsBelow, valueAt, withValue } from './paths.ts'
import type { Draft } from './use-draft.ts'

/** By path, each as the end of a sentence. */
export type Problems = Record<string, string>
type EditProps = { draft: Draft; problems: Problems }

/** The texts of a part of the site, and those of its own parts in groups. */
export function PartWords({ path, ...edit }: EditProps & { path: string }) {
  const texts = textsBelow(edit.draft.document, path)
  const groups = [...new Set(texts.map((text) => text.split('.').slice(0, 2).join('.')))]
  const own = groups.filter((group) => texts.includes(group))
  return (
    <div className="site-part">
      <WordFields {...edit} texts={own} />
      {groups.map((group) =>
        own.includes(group) ? null : (
          <fieldset key={group}>
            <legend>{labelOf(group)}</legend>
            <WordFields {...edit} texts={texts.filter((text) => text.startsWith(`${group}.`))} depth={2} />
          </fieldset>
        ),
      )}
    </div>
  )
}

/** `depth`: how many names of each path are said by headings around the fields. */
export function WordFields({ draft, problems, texts, depth = 1 }: EditProps & { texts: string[]; depth?: number }) {
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

type WordProps = {
  draft: Draft
  path: string
  label: string
  hidesLabel?: boolean
  problem?: string | undefined
  hint?: string | undefined
  children?: ReactNode
}

export function WordField({ draft, path, label, hidesLabel = false, problem, hint, children }: WordProps) {
  const { document, view, change } = draft
  const value = valueAt(document, path) as string | number
  const names = [...new Set(String(value).match(/\{\w+/g))].map((name) => `${name}}`)
  const isFixed = view.file !== null
  const set = (next: string | number) => change((now) => withValue(now, path, next), path)
  const field = {
    id: fieldId(path),
    label,
    hidesLabel,
    problem: problem ? `This ${problem}.` : null,
    hint: hint ?? (names.length > 0 && `${names.join(', ')}: filled in automatically.`),
    aside: value !== valueAt(view.document, path) && 'Changed',
  }
  if (typeof value === 'number')
    return (
      <Field
        {...field}
        type="number"
        unit="seconds"
        min={0}
        step={0.1}
        readOnly={isFixed}
        value={String(value)}
        onValueChange={(typed) => set(Number(typed) || 0)}
      />
    )
  return (
    <Field {...field} dir="auto" rows={1} className="site-text" readOnly={isFixed} value={value} onValueChange={set}>
      {children}
    </Field>
  )
}
