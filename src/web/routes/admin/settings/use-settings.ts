import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { FieldName, SettingsView, ShownSetting } from '#shared/settings.ts'
import { SignedOut } from '../../../api/admin.ts'
import { saveSettings } from '../../../api/settings.ts'
import { notify } from '../../../ui/notify.ts'
import { settingsQuery } from './queries.ts'

/** What is typed and not saved yet; null takes a value away. */
type Draft = Partial<Record<FieldName, string | null>>

export type Editing = {
  view: SettingsView
  draft: Draft
  settingOf: (name: FieldName) => ShownSetting
  /** The sentence beside a field; null if nothing is wrong. */
  problemOf: (name: FieldName) => string | null
  /** Undefined takes the change back. */
  change: (name: FieldName, value: string | null | undefined) => void
}

export type Saving = {
  /** Counts every save, so that fields begin anew. */
  generation: number
  isSaving: boolean
  /** Why nothing was saved, where no field is to blame. */
  message: string | null
  /** Problems of settings that have no changed field on the screen. */
  others: string[]
  /** An address of the site did not lead here, and may be saved all the same. */
  canSkipCheck: boolean
  save: (options?: { unchecked?: boolean }) => Promise<void>
  discard: () => void
}

const INVALID = 'Nothing was saved: something is not right yet.'

function focusFirstProblem() {
  document.querySelector<HTMLElement>('.settings [aria-invalid="true"]')?.focus()
}

/** The settings with what the owner has changed, and the way to save all of it or nothing. */
export function useSettings(): { editing: Editing | null; saving: Saving; isPending: boolean } {
  const client = useQueryClient()
  const { data: view, isPending } = useQuery(settingsQuery)
  const [draft, setDraft] = useState<Draft>({})
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [message, setMessage] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const [generation, setGeneration] = useState(0)

  function begin() {
    setDraft({})
    setProblems({})
    setMessage(null)
    setGeneration((count) => count + 1)
  }

  async function save(options: { unchecked?: boolean } = {}) {
    if (isSaving || !view) return
    setSaving(true)
    try {
      const saved = await saveSettings({
        version: view.version,
        values: draft as Record<string, string | null>,
        ...options,
      })
      // At once, because the first field with a problem gets the focus.
      flushSync(() => setProblems(saved.outcome === 'invalid' ? saved.problems : {}))
      setMessage('message' in saved ? saved.message : saved.outcome === 'invalid' ? INVALID : null)
      if (saved.outcome === 'invalid') focusFirstProblem()
      if (saved.outcome === 'settings-changed') await client.invalidateQueries(settingsQuery)
      if (saved.outcome === 'saved') {
        client.setQueryData(settingsQuery.queryKey, saved.view)
        begin()
        const [notice] = saved.view.notices
        void notify('settings', { title: 'Saved', ...(notice && { description: notice }) })
        void client.invalidateQueries({
          predicate: ({ queryKey }) => queryKey.length > 1 || queryKey[0] !== 'settings',
        })
      }
    } catch (error) {
      if (!(error instanceof SignedOut))
        setMessage('The server cannot be reached right now. Nothing is lost: save again.')
    }
    setSaving(false)
  }

  const editing = view
    ? {
        view,
        draft,
        settingOf: (name: FieldName) => view.settings.find((setting) => setting.name === name)!,
        problemOf: (name: FieldName) =>
          problems[name] ?? (name in draft ? null : view.settings.find((one) => one.name === name)!.problem),
        change: (name: FieldName, value: string | null | undefined) => {
          const { [name]: _former, ...rest } = draft
          setDraft(value === undefined ? rest : { ...rest, [name]: value })
          const { [name]: _solved, ...left } = problems
          setProblems(left)
        },
      }
    : null
  const others = Object.entries(problems).flatMap(([name, sentence]) => (name in draft ? [] : [sentence]))
  const canSkipCheck = problems.PUBLIC_URL?.includes('must lead to this server') ?? false
  return {
    editing,
    isPending,
    saving: { generation, isSaving, message, others, canSkipCheck, save, discard: begin },
  }
}
