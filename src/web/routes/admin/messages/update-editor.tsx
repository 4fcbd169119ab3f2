import { peopleWords } from '../ui/words.ts'
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react'
import {
  allProblemsOf,
  LEFT_OUT,
  LONGEST_LABEL,
  LONGEST_TEXT,
  MOST_MAIL_KB,
  mailBytes,
  problemsOf,
  type Update,
  type UpdateDraft,
  type UpdatePreview,
  type UpdateWords,
  writtenTexts,
} from '#shared/list/updates.ts'
import { ROUTES } from '#shared/routes.ts'
import { paths } from '#shared/site/paths.ts'
import { mailPicturePath } from '#shared/site/picture.ts'
import { MAX_LENGTH } from '#shared/values/text.ts'
import { call, CallError, warn } from '../../../calls/call.ts'
import { useAction } from '../../../calls/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/dialog.tsx'
import { Field, Problem } from '../../../ui/form.tsx'
import { grouped } from '../../../ui/grouped.ts'
import { namedTime, nameOfZone, useOwnerZone } from '../../../ui/time.tsx'
import { Empty, QueryState } from '../../../ui/panel.tsx'
import { Check, Segments } from '../../../ui/choices.tsx'
import { FilterBar } from '../ui/filter-bar.tsx'
import { useFigures } from '../state/use-figures.ts'
import { wordsOf } from './update-words.ts'
import { MailFrame, ReaderLanguage, TestMail } from '../ui/mail-draft.tsx'
import { PictureField } from '../ui/upload.tsx'
import { SectionHead } from '../ui/section-head.tsx'
import { type View, filtersOf, parseView } from '../state/view.ts'
import { toInstant } from '../waves/wave-time.tsx'
import { reachedQuery, UPDATES } from './queries.ts'

const SAVE_AFTER_MS = 800
const TRY_AGAIN_MS = 8_000

/** A draft: who gets it, its words beside the mail, and when it goes. It saves itself. */
export function UpdateEditor({ draft: stored, onClose }: { draft: Update; onClose: () => void }) {
  const { draft, change, state, save, versionOf } = useDraft(stored)
  const remove = useAction(ROUTES.deleteUpdate, { refresh: [UPDATES], onDone: onClose })
  const reached = useQuery(reachedQuery(draft.filters))
  const problems = allProblemsOf(draft)
  const [isChecked, setChecked] = useState(false)
  const [language, setLanguage] = useState<string | null>(null)
  const written = wordsOf({ ...draft, ...ownTexts(draft, language) })
  const isOwn = written.subject !== '' || written.text !== ''
  const mail = { ...(isOwn ? written : wordsOf(draft)), ...(language && { language }) }
  const drawn = useDeferredValue(mail)
  const shown = isChecked && (isOwn || language === null) ? problemsOf(written) : {}
  return (
    <section aria-labelledby="update" className="grid gap-5">
      <SectionHead
        id="update"
        title={stored.subject || 'New update'}
        lead={SAVE_WORDS[state]}
        back="All updates"
        onBack={onClose}
      >
        <Confirm
          label="Delete"
          kind="bare"
          confirmKind="danger"
          title="Delete this draft?"
          consequence="Its words are lost. Nobody has received it."
          busy={remove.busy}
          onConfirm={() => remove.run({ id: stored.id })}
        />
      </SectionHead>
      <div className="grid gap-4 desktop:grid-cols-2">
        <div className="grid content-start gap-4">
          <Who filters={draft.filters} reached={reached} onChange={(filters) => change({ filters })} />
          <Words
            draft={{ ...draft, ...written }}
            problems={shown}
            isOther={language !== null}
            onChange={(part) => change(language === null ? part : withOwnTexts(draft, language, part))}
          >
            <ReaderLanguage
              readers={reached.data?.readers ?? []}
              written={writtenTexts(draft.texts).flatMap(([name, { subject, text }]) => (subject && text ? name : []))}
              value={language}
              onChange={setLanguage}
            />
          </Words>
        </div>
        <div className="panel grid content-start gap-3 desktop:sticky desktop:top-4">
          <h3 className="panel-title">Preview</h3>
          {drawn.text === '' ? (
            <Empty isSmall>The email appears here as you write it.</Empty>
          ) : (
            <MailFrame action={ROUTES.updateMail.path} fields={{ ...drawn, ...exampleOf(reached.data) }} />
          )}
          {drawn.text !== '' && <Facts {...drawn} example={reached.data?.example?.email} />}
          <TestMail route={ROUTES.sendTestUpdate} words={mail} />
        </div>
      </div>
      <Send
        id={stored.id}
        version={versionOf}
        problems={Object.values(problems)}
        reached={reached.data}
        onCheck={() => {
          setChecked(true)
          const wrong = Object.keys(problems).map((name) => /^texts\.([^.]+)/.exec(name)?.[1] ?? null)
          if (!wrong.includes(language)) setLanguage(wrong[0] ?? language)
          return save()
        }}
      />
    </section>
  )
}

function Facts({ text, picture, example }: { text: string; picture: string; example: string | undefined }) {
  const kilobytes = Math.ceil(mailBytes(text) / 1000)
  return (
    <p className={`text-small wrap-anywhere ${kilobytes > MOST_MAIL_KB ? 'font-medium text-danger' : 'text-muted'}`}>
      {example && `As ${example} gets it. `}
      {`About ${kilobytes} kB${kilobytes > MOST_MAIL_KB / 2 ? `: Gmail cuts off what is beyond ${MOST_MAIL_KB} kB.` : picture ? ' without the picture.' : '.'}`}
    </p>
  )
}

function exampleOf(preview: UpdatePreview | undefined): Record<string, string> {
  return preview?.example ? { entry_id: preview.example.id } : {}
}

const NOT_WRITTEN = { subject: '', picture_alt: '', text: '', button_label: '' }

/** Null: the first language. */
function ownTexts({ texts }: UpdateDraft, language: string | null): Partial<UpdateWords> {
  return language === null ? {} : (texts[language as 'de'] ?? NOT_WRITTEN)
}

/** The picture, the link and whether clicks count are the same in every language. */
function withOwnTexts(draft: UpdateDraft, language: string, part: Partial<UpdateDraft>): Partial<UpdateDraft> {
  const { subject, picture_alt, text, button_label, ...shared } = part
  const changes = Object.entries({ subject, picture_alt, text, button_label }).filter(([, one]) => one !== undefined)
  const own = { ...NOT_WRITTEN, ...draft.texts[language as 'de'], ...Object.fromEntries(changes) }
  return { ...shared, texts: { ...draft.texts, [language]: own } }
}

const SAVE_WORDS = {
  saved: 'Draft saved.',
  saving: 'Saving...',
  changed: 'Someone else changed this draft. Copy what you need, then open it again.',
  failed: 'Not saved yet. The server can’t be reached. Your text stays here, and we’ll keep trying.',
} as const

/** The draft as it is typed, saved a moment after each change, and when the page is left. */
function useDraft(stored: Update) {
  const [draft, setDraft] = useState<UpdateDraft>(() => draftOf(stored))
  const [state, setState] = useState<keyof typeof SAVE_WORDS>('saved')
  const client = useQueryClient()
  const saver = useRef({ latest: draft, last: draft, version: stored.version, work: Promise.resolve() })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    return () => void save().then(() => client.invalidateQueries({ queryKey: [UPDATES] }))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- on leaving only
  }, [])

  function change(part: Partial<UpdateDraft>) {
    saver.current.latest = { ...saver.current.latest, ...part }
    setDraft(saver.current.latest)
    setState((former) => (former === 'changed' ? former : 'saving'))
    saveIn(SAVE_AFTER_MS)
  }

  function saveIn(ms: number) {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void save(), ms)
  }

  /** One save at a time, each with the newest words. */
  function save(): Promise<void> {
    clearTimeout(timer.current)
    saver.current.work = saver.current.work.then(saveNewest)
    return saver.current.work
  }

  async function saveNewest() {
    const { latest, last, version } = saver.current
    if (latest === last) return
    try {
      const { version: next } = await call(ROUTES.saveUpdate, { id: stored.id, ...latest, version })
      Object.assign(saver.current, { last: latest, version: next })
      if (saver.current.latest === latest) setState('saved')
    } catch (error) {
      warn('The draft could not be saved', error)
      const isChanged = error instanceof CallError && error.code === 'draft-changed'
      setState(isChanged ? 'changed' : 'failed')
      if (!isChanged) saveIn(TRY_AGAIN_MS)
    }
  }

  return { draft, change, state, save, versionOf: () => saver.current.version }
}

function draftOf({ filters, follows_links, ...stored }: Update): UpdateDraft {
  return { ...wordsOf(stored), texts: stored.texts, filters: filters as UpdateDraft['filters'], follows_links }
}

type WhoProps = {
  filters: UpdateDraft['filters']
  reached: UseQueryResult<UpdatePreview>
  onChange: (filters: UpdateDraft['filters']) => void
}

function Who({ filters, reached, onChange }: WhoProps) {
  const view = parseView(`?${new URLSearchParams(toTexts(filters))}`, `${paths.admin}/people`)
  const { loaded } = useFigures(filters)
  const change = (part: Partial<View>) => onChange({ ...filtersOf({ ...view, ...part }) } as UpdateDraft['filters'])
  return (
    <section aria-labelledby="update-who" className="panel filters">
      <h3 id="update-who" className="panel-title">
        Who gets it
      </h3>
      <QueryState of={reached} isSmall>
        {(preview) => <Reached preview={preview} />}
      </QueryState>
      <FilterBar
        view={view}
        sources={loaded?.figures.sources ?? []}
        found={loaded?.figures.totalSignups ?? null}
        onChange={change}
      />
    </section>
  )
}

function toTexts(filters: object): Record<string, string> {
  return Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, String(value)]))
}

function Reached({ preview: { people, left_out } }: { preview: UpdatePreview }) {
  return (
    <>
      <p className="text-title">{peopleWords(people)}</p>
      {left_out.length > 0 && (
        <p className="text-small text-muted">
          {`Not included: ${left_out.map(({ reason, people }) => `${LEFT_OUT[reason].toLowerCase()} (${grouped(people)})`).join(', ')}.`}
        </p>
      )}
    </>
  )
}

type WordsProps = {
  draft: UpdateDraft
  problems: ReturnType<typeof problemsOf>
  isOther: boolean
  onChange: (part: Partial<UpdateDraft>) => void
  children: ReactNode
}

function Words({ draft, problems, isOther, onChange, children }: WordsProps) {
  const field = (name: Exclude<keyof UpdateWords, 'picture'>) => ({
    value: draft[name],
    problem: problems[name] ?? null,
    onValueChange: (value: string) => onChange({ [name]: value }),
  })
  return (
    <section aria-labelledby="update-words" className="panel filters">
      <h3 id="update-words" className="panel-title">
        The email
      </h3>
      {children}
      <Field label="Subject" maxLength={MAX_LENGTH.name} {...field('subject')} />
      <PictureField
        label="Picture above the text (optional)"
        kind="mail"
        picture={draft.picture ? mailPicturePath(draft.picture) : null}
        hint="Readers get it at 300 KB or less."
        onChange={(drawn) => onChange({ picture: drawn?.hash ?? '', ...(!drawn && { picture_alt: '' }) })}
      />
      {draft.picture && (
        <Field
          label="What the picture shows"
          maxLength={MAX_LENGTH.name}
          hint="Many mail programs hide pictures at first, and screen readers read this aloud."
          {...field('picture_alt')}
        />
      )}
      <Field
        label="Text"
        rows={12}
        maxLength={LONGEST_TEXT}
        hint={`Leave an empty line between paragraphs. **Bold** and [words](https://…) work. Names: ${NAMES}. First names are used once people have confirmed their email; until then, they read “there”.`}
        {...field('text')}
      />
      <div className="grid gap-4 tablet:grid-cols-2">
        <Field label="Button (optional)" maxLength={LONGEST_LABEL} {...field('button_label')} />
        <Field
          label={isOther ? 'Opens, in every language' : 'The button opens'}
          maxLength={MAX_LENGTH.freeText}
          placeholder="https://… or {link}"
          {...field('button_link')}
        />
      </div>
      <Check
        label="Count clicks. Links then lead through your site’s address, which the privacy page says."
        checked={draft.follows_links}
        onChange={(follows_links) => onChange({ follows_links })}
      />
    </section>
  )
}

const NAMES = '{first_name|there}, {place}, {friends}, {link} to share, {my_place}'

type SendProps = {
  id: string
  version: () => number
  problems: string[]
  reached: UpdatePreview | undefined
  /** Shows the problems, and saves what was typed last. */
  onCheck: () => Promise<void>
}

function Send({ id, version, problems, reached, onCheck }: SendProps) {
  const timeZone = useOwnerZone()
  const [at, setAt] = useState<string | null>(null)
  const send = useAction(ROUTES.sendUpdate, { refresh: [UPDATES] })
  const instant = at ? toInstant(at, timeZone) : null
  const people = peopleWords(reached?.people ?? 0)
  const isReady = problems.length === 0 && at !== '' && (reached?.people ?? 0) > 0
  return (
    <section aria-labelledby="update-when" className="panel grid justify-items-start gap-4">
      <h3 id="update-when" className="panel-title">
        When
      </h3>
      <Segments
        label="When to send"
        options={[
          { value: 'now', label: 'Now' },
          { value: 'later', label: 'Later' },
        ]}
        value={at === null ? 'now' : 'later'}
        onChange={(when) => setAt(when === 'now' ? null : (at ?? ''))}
      />
      {at !== null && (
        <Field
          label={`Send at (${nameOfZone(timeZone)})`}
          type="datetime-local"
          max="9999-12-31T23:59"
          value={at}
          problem={send.problem?.fields.sends_at ?? null}
          onValueChange={setAt}
        />
      )}
      {isReady ? (
        <Confirm
          label={`${at ? 'Schedule for' : 'Send to'} ${people}`}
          confirmLabel={at ? 'Schedule' : 'Send'}
          kind="primary"
          busy={send.busy}
          title={`${at ? 'Schedule for' : 'Send to'} ${people}?`}
          consequence={`${instant ? `It goes out from ${namedTime(instant, 'full', timeZone)}.` : 'It goes out now.'} ${paceWords(reached!.minutes)} You can stop it at any time. You can’t take back emails once they’re sent.`}
          onConfirm={() => onCheck().then(() => send.run({ id, version: version(), sends_at: instant }))}
        />
      ) : (
        <Button kind="primary" onClick={() => void onCheck().then(focusProblem)}>
          {reached?.people === 0 ? 'Nobody gets it yet' : `Send to ${people}...`}
        </Button>
      )}
      <Problem>{send.problem?.message}</Problem>
    </section>
  )
}

function focusProblem() {
  document.querySelector<HTMLElement>('.panel [aria-invalid="true"]')?.focus()
}

/** How long sending takes by the limits for mail. */
function paceWords(minutes: number): string {
  if (minutes < 2) return 'Sending takes about a minute.'
  if (minutes < 120) return `Sending takes about ${minutes} minutes.`
  const hours = Math.ceil(minutes / 60)
  return hours < 48
    ? `Sending takes about ${hours} hours.`
    : `Sending takes about ${Math.ceil(hours / 24)} days, by your limits for email.`
}
