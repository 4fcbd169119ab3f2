import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type SettingsView, type ShownSetting } from '#shared/owner/settings.ts'
import { FIELD_NAMES, type FieldName, fieldOf, isSecret } from '#shared/owner/setting-fields.ts'
import { SignedOut } from '../../../api/admin/admin.ts'
import { saveSettings } from '../../../api/admin/settings.ts'
import { notify } from '../../../ui/notify.ts'
import { settingsQuery } from './queries.ts'

/** The typed values that are not saved yet. Null removes a value. */
type Draft = Partial<Record<FieldName, string | null>>

export type Editing = {
  view: SettingsView
  draft: Draft
  settingOf: (name: FieldName) => ShownSetting
  /** The problem with a field, as a sentence; null if nothing is wrong. */
  problemOf: (name: FieldName) => string | null
  /** A sentence about the value that somebody else saved for a changed field in the meantime; null if nobody did. */
  meanwhileOf: (name: FieldName) => string | null
  /** Sets a field in the draft: null removes the value, and undefined undoes the change. */
  change: (name: FieldName, value: string | null | undefined) => void
}

export type Saving = {
  /** Counts the saves after which all fields are reset. */
  generation: number
  isSaving: boolean
  /** The reason why nothing was saved, if no field is at fault. */
  message: string | null
  /** Problems of settings that have no changed field on the screen. */
  others: string[]
  /** Whether a new address of the site may be saved although it did not lead to this server. */
  canSkipCheck: boolean
  save: (options?: { unchecked?: boolean }) => Promise<void>
  discard: () => void
}

const INVALID = 'Nothing was saved: something is not right yet.'

function find({ settings }: SettingsView, name: string): ShownSetting {
  return settings.find((setting) => setting.name === name)!
}

function describeChange(before: ShownSetting, now: ShownSetting): string | null {
  if (before.value === now.value && before.is_set === now.is_set) return null
  const theirs = now.value ?? (now.is_set ? 'another one' : 'nothing')
  return `Somebody else has changed this to ${theirs}. If you save, your value replaces theirs.`
}

/**
 * The changes since a draft was sent. A change that was undone gets its former value again. A secret that was set stays
 * as it was saved, because its former value is not known here.
 */
function changedSince({ sent, now, before }: { sent: Draft; now: Draft; before: SettingsView }): Draft {
  const undone = before.settings.filter(({ name, is_set }) => {
    return name in sent && !(name in now) && !(isSecret(name as FieldName) && is_set)
  })
  return Object.fromEntries([
    ...Object.entries(now).filter(([name, value]) => sent[name as FieldName] !== value),
    ...undone.map(({ name, value }) => [name, value]),
  ])
}

/** Whether the owner is in a field, which loses the focus and half typed words if it is built again. */
function isInField(): boolean {
  return document.activeElement?.closest('.ledger') != null
}

function focusFirstProblem() {
  document.querySelector<HTMLElement>('.settings [aria-invalid="true"]')?.focus()
}

type Parts = {
  view: SettingsView
  draft: Draft
  problems: Record<string, string>
  begun: SettingsView | null
  setDraft: (draft: Draft) => void
  setBegun: (view: SettingsView) => void
  setProblems: (problems: Record<string, string>) => void
}

function editingOf({ view, draft, problems, begun, setDraft, setBegun, setProblems }: Parts): Editing {
  return {
    view,
    draft,
    settingOf: (name) => find(view, name),
    problemOf: (name) => problems[name] ?? (name in draft ? null : find(view, name).problem),
    meanwhileOf: (name) => (begun && name in draft ? describeChange(find(begun, name), find(view, name)) : null),
    change: (name, value) => {
      if (Object.keys(draft).length === 0) setBegun(view)
      const { [name]: _former, ...rest } = draft
      setDraft(value === undefined ? rest : { ...rest, [name]: value })
      const { [name]: _solved, ...left } = problems
      setProblems(left)
    },
  }
}

/** The settings with the owner's changes, and functions that save all of them or none. */
export function useSettings(): { editing: Editing | null; saving: Saving; isPending: boolean } {
  const client = useQueryClient()
  const { data: view, isPending } = useQuery(settingsQuery)
  const [draft, setDraft] = useState<Draft>({})
  /** The settings that the draft began with. Settings that are fetched later may have somebody else's changes. */
  const [begun, setBegun] = useState<SettingsView | null>(null)
  /** The version of the settings whose conflicting changes the owner was shown; null without a conflict. */
  const [known, setKnown] = useState<number | null>(null)
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [message, setMessage] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const [generation, setGeneration] = useState(0)

  const newest = useRef(draft)
  useEffect(() => {
    newest.current = draft
  })

  /** `left`: what was typed while the rest was saved. */
  function begin(left: Draft = {}, since: SettingsView | null = null) {
    setDraft(left)
    setBegun(since)
    setKnown(null)
    setProblems({})
    setMessage(null)
    if (Object.keys(left).length === 0 && !isInField()) setGeneration((count) => count + 1)
  }

  async function save(options: { unchecked?: boolean } = {}) {
    if (isSaving || !view) return
    setSaving(true)
    try {
      const saved = await saveSettings({
        version: known ?? begun?.version ?? view.version,
        values: draft as Record<string, string | null>,
        ...options,
      })
      // Synchronously, because the first field with a problem gets the focus next.
      flushSync(() => setProblems(saved.outcome === 'invalid' ? saved.problems : {}))
      setMessage('message' in saved ? saved.message : saved.outcome === 'invalid' ? INVALID : null)
      if (saved.outcome === 'invalid' && newest.current === draft) focusFirstProblem()
      if (saved.outcome === 'settings-changed') await tell()
      if (saved.outcome === 'saved') {
        client.setQueryData(settingsQuery.queryKey, saved.view)
        begin(changedSince({ sent: draft, now: newest.current, before: view }), saved.view)
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

  /** Shows the values that somebody else has saved. The typed values stay, unless they are the same. */
  async function tell() {
    const theirs = await client.fetchQuery({ ...settingsQuery, staleTime: 0 })
    const left = Object.entries(newest.current).filter(
      ([name, value]) => value === null || value !== find(theirs, name).value,
    )
    if (left.length === 0) return begin()
    setDraft(Object.fromEntries(left))
    setKnown(theirs.version)
  }

  const editing = view ? editingOf({ view, draft, problems, begun, setDraft, setBegun, setProblems }) : null
  const others = Object.entries(problems).flatMap(([name, sentence]) => (name in draft ? [] : [sentence]))
  const clashing = FIELD_NAMES.filter((name) => known !== null && editing?.meanwhileOf(name))
  if (clashing.length > 0) others.push(`Theirs and yours: ${clashing.map((name) => fieldOf(name).label).join(', ')}.`)
  const canSkipCheck = problems.PUBLIC_URL?.includes('must lead to this server') ?? false
  return {
    editing,
    isPending,
    saving: { generation, isSaving, message, others, canSkipCheck, save, discard: () => begin() },
  }
}
