import type { ReactNode } from 'react'
import { Field } from '../../../ui/form.tsx'
import { fieldId, valueAt, withValue } from './paths.ts'
import type { Draft } from './use-draft.ts'

/** By path, each as the end of a sentence. */
export type Problems = Record<string, string>

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
