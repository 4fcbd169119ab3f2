import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ROUTES } from '#shared/routes.ts'
import type { SettingsView, ShownSetting } from '#shared/owner/settings.ts'
import { FIELD_NAMES, type FieldName, fieldOf, isSecret, type SettingPage } from '#shared/owner/setting-fields.ts'
import { call, CallError } from '../../../calls/call.ts'
import { useWork } from '../../../calls/use-action.ts'
import { notify } from '../../../ui/notify.ts'
import { useMay } from '../state/use-account.tsx'
import { ONCE } from '../state/queries.ts'

/** Null removes a value. */
type Draft = Partial<Record<FieldName, string | null>>

export type Editing = {
  view: SettingsView
  draft: Draft
  settingOf: (name: FieldName) => ShownSetting
  problemOf: (name: FieldName) => string | null
  /** Null removes the value, undefined undoes the change. */
  change: (name: FieldName, value: string | null | undefined) => void
}

type Options = { unchecked?: boolean; confirmed?: boolean }

type Saving = {
  /** Counts the saves after which all fields are reset. */
  generation: number
  busy: boolean
  /** If no field is at fault. */
  message: string | null
  /** Problems of settings that have no changed field on the screen. */
  others: string[]
  /** Whether a new address of the site may be saved although it did not lead to this server. */
  canSkipCheck: boolean
  /** What the change does to people, until the owner confirms it. */
  effects: string[] | null
  save: (names: readonly FieldName[], options?: Options) => Promise<boolean>
  /** Keeps the draft. */
  cancel: () => void
  discard: (names: readonly FieldName[]) => void
}

export type Settings = { editing: Editing; saving: Saving }

export function fieldsOf(page: SettingPage): FieldName[] {
  return FIELD_NAMES.filter((name) => fieldOf(name).page === page)
}

/** Changes of other pages stay in the draft. Null until loaded, and for everybody but owners. */
export function useSettings({ isQuiet = false } = {}): Settings | null {
  const client = useQueryClient()
  const isOwner = useMay('owner')
  const { data: view } = useQuery({ ...settingsQuery, enabled: isOwner })
  const { draft, setDraft, begun, setBegun, known, setKnown, problems, setProblems, generation, begin } = useDraft()
  const [asking, setAsking] = useState<{ effects: string[]; options: Options } | null>(null)
  const newest = useNewest(draft)

  const { busy, problem, run } = useWork(async ({ sent, options }: { sent: Draft; options: Options }) => {
    const version = known ?? begun?.version ?? view!.version
    const values = sent as Record<string, string | null>
    const saved = await call(ROUTES.changeSettings, { version, values, ...options }).catch(async (error: unknown) => {
      await learn(error, options)
      throw error
    })
    client.setQueryData(settingsQuery.queryKey, saved)
    const [notice] = saved.notices
    if (notice || !isQuiet) void notify('settings', { title: 'Saved', ...(notice && { description: notice }) })
    void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey.length > 1 || queryKey[0] !== 'settings' })
    begin(changedSince({ sent, now: newest.current, before: view! }), saved)
    return true
  })

  async function learn(error: unknown, options: Options) {
    if (!(error instanceof CallError)) return
    const { code, body } = error
    const found = (body.problems as Record<string, string> | undefined) ?? {}
    // Synchronously, because the first field with a problem gets the focus next.
    flushSync(() => setProblems(found))
    if (Object.keys(found).length > 0 && newest.current === draft) focusFirstProblem()
    if (code === 'settings-move-people') setAsking({ effects: body.effects as string[], options })
    if (code === 'settings-changed') await tell()
  }

  /** The typed values stay, unless they are the same. */
  async function tell() {
    const theirs = await client.fetchQuery({ ...settingsQuery, staleTime: 0 })
    const left = stillOther(newest.current, theirs)
    if (left === null) return begin()
    setDraft(left)
    setKnown(theirs.version)
  }

  async function save(names: readonly FieldName[], more: Options = {}) {
    const options = { ...asking?.options, ...more }
    setAsking(null)
    const sent = without(draft, others(names))
    return (await run({ sent, options })) !== null
  }

  if (!view) return null
  const parts = { view, draft, begun, problems }
  return {
    editing: {
      ...editingOf(parts),
      change: (name, value) => {
        setBegun(Object.keys(draft).length === 0 ? view : (begun ?? view))
        setDraft(({ [name]: _former, ...rest }) => (value === undefined ? rest : { ...rest, [name]: value }))
        setProblems(({ [name]: _solved, ...left }) => left)
      },
    },
    saving: {
      generation,
      busy,
      message: asking ? null : messageOf(problem, problems),
      others: othersOf(parts, known),
      canSkipCheck: problems.PUBLIC_URL?.includes('must lead to this server') ?? false,
      effects: asking?.effects ?? null,
      save,
      cancel: () => setAsking(null),
      discard: (names) => begin(without(draft, names), begun),
    },
  }
}

function useDraft() {
  const [draft, setDraft] = useState<Draft>({})
  /** The settings that the draft began with. Settings that are fetched later may have somebody else's changes. */
  const [begun, setBegun] = useState<SettingsView | null>(null)
  /** The version of the settings whose conflicting changes the owner was shown; null without a conflict. */
  const [known, setKnown] = useState<number | null>(null)
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [generation, setGeneration] = useState(0)

  /** `left`: what was typed while the rest was saved. */
  function begin(left: Draft = {}, since: SettingsView | null = null) {
    setDraft(left)
    setBegun(since)
    setKnown(null)
    setProblems({})
    if (Object.keys(left).length === 0 && !isInField()) setGeneration((count) => count + 1)
  }

  return { draft, setDraft, begun, setBegun, known, setKnown, problems, setProblems, generation, begin }
}

type Parts = { view: SettingsView; draft: Draft; begun: SettingsView | null; problems: Record<string, string> }

function editingOf({ view, draft, begun, problems }: Parts): Omit<Editing, 'change'> {
  return {
    view,
    draft,
    settingOf: (name) => find(view, name),
    problemOf: (name) =>
      problems[name] ?? (name in draft ? meanwhileOf({ view, draft, begun }, name) : find(view, name).problem),
  }
}

function othersOf({ problems, ...parts }: Parts, known: number | null): string[] {
  const others = Object.entries(problems).flatMap(([name, sentence]) => (name in parts.draft ? [] : [sentence]))
  const clashing = FIELD_NAMES.filter((name) => known !== null && meanwhileOf(parts, name))
  if (clashing.length === 0) return others
  return [...others, `Changed by both of you: ${clashing.map((name) => fieldOf(name).label).join(', ')}.`]
}

/** Null if nobody did. */
function meanwhileOf({ view, draft, begun }: Omit<Parts, 'problems'>, name: FieldName): string | null {
  return begun && name in draft ? describeChange(find(begun, name), find(view, name)) : null
}

function messageOf(problem: { message: string } | null, problems: Parts['problems']): string | null {
  if (Object.keys(problems).length > 0) return INVALID
  return problem && !problem.message.startsWith(INVALID) ? problem.message : null
}

const others = (names: readonly FieldName[]) => FIELD_NAMES.filter((name) => !names.includes(name))

function without(draft: Draft, names: readonly FieldName[]): Draft {
  return Object.fromEntries(Object.entries(draft).filter(([name]) => !names.includes(name as FieldName)))
}

const INVALID = 'Nothing was saved. Fix the highlighted fields.'

function find({ settings }: SettingsView, name: string): ShownSetting {
  return settings.find((setting) => setting.name === name)!
}

function describeChange(before: ShownSetting, now: ShownSetting): string | null {
  if (before.value === now.value && before.is_set === now.is_set) return null
  const theirs = now.value ?? (now.is_set ? 'another one' : 'nothing')
  return `Someone else changed this to ${theirs}. If you save, your value replaces theirs.`
}

/** A change that was undone gets its former value again. A secret stays: its former value is not known here. */
function changedSince({ sent, now, before }: { sent: Draft; now: Draft; before: SettingsView }): Draft {
  const undone = before.settings.filter(({ name, is_set }) => {
    return name in sent && !(name in now) && !(isSecret(name as FieldName) && is_set)
  })
  return Object.fromEntries([
    ...Object.entries(now).filter(([name, value]) => sent[name as FieldName] !== value),
    ...undone.map(({ name, value }) => [name, value]),
  ])
}

/** Null if nothing differs. */
function stillOther(draft: Draft, theirs: SettingsView): Draft | null {
  const left = Object.entries(draft).filter(([name, value]) => value === null || value !== find(theirs, name).value)
  return left.length === 0 ? null : Object.fromEntries(left)
}

/** Whether the owner is in a field, which loses the focus and half typed words if it is built again. */
function isInField(): boolean {
  return document.activeElement?.closest('.setting-form') != null
}

function focusFirstProblem() {
  document.querySelector<HTMLElement>('.setting-form [aria-invalid="true"]')?.focus()
}

/** Follows a value, for functions that outlive a render. */
function useNewest<Value>(value: Value) {
  const newest = useRef(value)
  useEffect(() => {
    newest.current = value
  })
  return newest
}

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: () => call(ROUTES.settings),
  meta: { isLive: false },
})

/** The server tests every point at each fetch, so the checklist is not refreshed in the background, unless it failed. */
export const checklistQuery = queryOptions({
  queryKey: ['settings', 'checklist'],
  queryFn: () => call(ROUTES.checklist),
  ...ONCE,
  meta: { isLive: false },
})

export const mailRecordsQuery = queryOptions({
  queryKey: ['settings', 'mail-records'],
  queryFn: () => call(ROUTES.mailRecords),
  ...ONCE,
  meta: { isLive: false },
})
