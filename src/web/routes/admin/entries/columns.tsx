import { useMemo, useState } from 'react'
import {
  chosenIn,
  chosenLabels,
  isChoiceQuestion,
  isCounted,
  isFurther,
  type Question,
  shownQuestions,
} from '#shared/site/questions.ts'
import { perSite } from '#shared/site/site.ts'
import { own } from '#shared/values/own.ts'
import { type FirstQuestion, onlyShown, wordsFor } from '../state/first-questions.ts'
import type { ShownEntry } from '../state/local-entries.ts'
import { LocalBadge, MailBadges } from '../ui/badges.tsx'
import { readStoredJson, writeStored } from '../../../storage/storage.ts'
import { Button } from '../../../ui/button.tsx'
import { CutText, Email } from '../../../ui/text.tsx'
import { CloseButton, Dialog } from '../../../ui/dialog.tsx'
import { grouped } from '../../../ui/grouped.ts'
import { Moment } from '../../../ui/time.tsx'
import { ordinal } from '#shared/values/numbers.ts'
import { Check } from '../../../ui/choices.tsx'
import type { Column as KitColumn } from '../../../ui/table.tsx'
import { ColumnsIcon } from '../../../ui/tool-icons.tsx'

export type Column = KitColumn<ShownEntry>

const NAME: Column = { label: 'Name', sort: 'email', cell: (entry) => <Who entry={entry} /> }
const EMAIL: Column = { label: 'Email', sort: 'email', cell: (entry) => <Who entry={entry} showMail /> }
const EMAIL_IN_LINE: Column = { ...EMAIL, cell: (entry) => <Who entry={entry} showMail showPlace /> }
const PLACE: Column = {
  label: 'Place',
  sort: 'launch',
  isWhole: true,
  isNumber: true,
  isEmpty: ({ rank }) => !rank,
  cell: ({ rank }) => (rank ? ordinal(rank) : 'No place'),
}
const business = (): Column => ({
  label: wordsFor('business_name', 'Business'),
  sort: 'business',
  isEmpty: ({ business_name }) => !business_name,
  cell: ({ business_name }) => <CutText text={business_name || 'N/A'} className="line-clamp-3 max-tablet:inline" />,
})
const industry = (): Column => ({
  label: wordsFor('job_industry', 'Industry'),
  sort: 'industry',
  isWhole: true,
  isEmpty: ({ job_industry }) => !job_industry,
  cell: ({ job_industry }) => job_industry || 'N/A',
})
const PROVIDER: Column = {
  label: 'Provider Type',
  sort: 'solo',
  isEmpty: ({ is_solo_provider }) => is_solo_provider === null || is_solo_provider === undefined,
  cell: ({ is_solo_provider }) => <ProviderBadge isSolo={is_solo_provider} />,
}
const price = (): Column => ({
  label: wordsFor('price_range', 'Price Range'),
  sort: 'price',
  isWhole: true,
  isEmpty: ({ price_range }) => !price_range,
  cell: ({ price_range }) => price_range || 'N/A',
})
const further = (question: Question): Column => {
  const answer = ({ further_answers = null }: ShownEntry) =>
    isChoiceQuestion(question)
      ? chosenLabels({ further_answers }, question)
      : chosenIn(own(further_answers ?? {}, question.name))
  return {
    label: question.label,
    isEmpty: (entry) => answer(entry).length === 0,
    isNumber: question.kind === 'number',
    isWhole: isCounted(question) && question.kind !== 'many',
    cell: (entry) => (
      <CutText
        text={
          answer(entry)
            .join('; ')
            .replace(/^https:\/\//, '') || 'N/A'
        }
        className="line-clamp-3 max-tablet:inline"
      />
    ),
  }
}
const SUBMITTED: Column = {
  label: 'Submitted',
  sort: 'submitted',
  isWhole: true,
  cell: ({ created_at, date }) => <Moment date={created_at ?? date ?? new Date().toISOString()} />,
}
const STANDING: Column = {
  label: 'Status',
  sort: 'standing',
  isEmpty: ({ isLocal }) => isLocal === true,
  cell: (entry) => <Standing entry={entry} />,
}
const FRIENDS: Column = {
  label: 'Friends',
  sort: 'friends',
  isEmpty: ({ referrals }) => !referrals,
  isNumber: true,
  cell: ({ referrals = 0 }) => (
    <>
      {grouped(referrals)}
      <span className="tablet:hidden"> {referrals === 1 ? 'friend' : 'friends'}</span>
    </>
  ),
}
const TAGS: Column = {
  label: 'Tags',
  sort: 'tags',
  isEmpty: ({ tags = [] }) => tags.length === 0,
  cell: ({ tags = [] }) => <Tags tags={tags} />,
}

export function submissionColumns(isInLine: boolean): readonly Column[] {
  return isInLine ? inLine() : submissions()
}

/** Of the questions that are shown: those of the spec, then the others, first those whose answers are short. */
const answerColumns = perSite((): Column[] => {
  const first = onlyShown<{ question: FirstQuestion; column: Column }>([
    { question: 'business_name', column: business() },
    { question: 'job_industry', column: industry() },
    { question: 'is_solo_provider', column: PROVIDER },
    { question: 'price_range', column: price() },
  ]).map(({ column }) => column)
  const taken = new Set([...OF_LIST, ...first].map(({ label }) => label))
  const [counted, written] = [isCounted, (question: Question) => !isCounted(question)].map((isOf) =>
    shownQuestions().filter((question) => isFurther(question) && isOf(question)),
  )
  const others = [...counted!, ...written!].map(further).filter(({ label }) => !taken.has(label) && taken.add(label))
  return [...first, ...others]
})

const MOST_ANSWERS = 4
const rest = perSite(() => [...answerColumns().slice(0, MOST_ANSWERS), SUBMITTED])
const submissions = perSite(() => [EMAIL, ...rest()])
const inLine = perSite(() => [EMAIL_IN_LINE, ...rest()])

const OF_LIST = [NAME, PLACE, FRIENDS, STANDING, TAGS]
/** The first is always shown. */
const peopleColumns = perSite((): readonly Column[] => [...OF_LIST, ...answerColumns(), SUBMITTED])
const SHOWN_AT_FIRST = 2
const hiddenAtFirst = () =>
  answerColumns()
    .slice(SHOWN_AT_FIRST)
    .map(({ label }) => label)

function Who({ entry, showPlace, showMail }: { entry: ShownEntry; showPlace?: boolean; showMail?: boolean }) {
  return (
    <span className="who flex gap-2 min-w-0">
      {showPlace && (
        <span className="place">
          {entry.rank ? <strong>{ordinal(entry.rank)}</strong> : 'No place'}
          {entry.position !== undefined && <span>#{grouped(entry.position)}</span>}
        </span>
      )}
      <span>
        {entry.full_name && <CutText text={entry.full_name} className="full-name line-clamp-2" />}
        <Email email={entry.email} /> {entry.isLocal && <LocalBadge />} {showMail && <MailBadges entry={entry} />}
      </span>
    </span>
  )
}

function Standing({ entry }: { entry: ShownEntry }) {
  const { isLocal, rejected, doubtful, state = 'waiting' } = entry
  if (isLocal) return <>N/A</>
  const isWaiting = state === 'waiting'
  const standing = rejected ? 'Rejected' : doubtful ? 'Doubtful' : isWaiting ? 'Waiting' : null
  return (
    <span className="inline-flex flex-wrap gap-1">
      {standing && (
        <span className="badge" data-standing={standing}>
          {standing}
        </span>
      )}
      {state !== 'waiting' && (
        <span className="badge badge-solo">{{ invited: 'Invited', admitted: 'Let in' }[state]}</span>
      )}
      <MailBadges entry={entry} />
    </span>
  )
}

const MOST_TAGS = 2

function Tags({ tags }: { tags: readonly string[] }) {
  return (
    <span className="inline-flex flex-wrap gap-1">
      {tags.slice(0, MOST_TAGS).map((tag) => (
        <span key={tag} className="badge max-w-40 overflow-hidden text-ellipsis">
          {tag}
        </span>
      ))}
      {tags.length > MOST_TAGS && <span className="text-muted">and {grouped(tags.length - MOST_TAGS)} more</span>}
    </span>
  )
}

function ProviderBadge({ isSolo }: { isSolo: boolean | null | undefined }) {
  if (isSolo === null || isSolo === undefined) return <>N/A</>
  return <span className={isSolo ? 'badge badge-solo' : 'badge'}>{isSolo ? 'Solo' : 'Group'}</span>
}

const STORED = 'peopleColumns'

export function useColumns() {
  const [hidden, setHidden] = useState(() => {
    const stored = readStoredJson('localStorage', STORED)
    return Array.isArray(stored) ? stored.map(String) : hiddenAtFirst()
  })
  const columns = useMemo(() => peopleColumns().filter(({ label }) => !hidden.includes(label)), [hidden])
  function hide(names: string[]) {
    setHidden(names)
    writeStored('localStorage', STORED, JSON.stringify(names))
  }
  return { columns, hidden, hide }
}

export function ColumnChoice({ hidden, hide }: Pick<ReturnType<typeof useColumns>, 'hidden' | 'hide'>) {
  return (
    <Dialog
      size="sheet"
      title="Columns"
      trigger={
        <Button className="phone-icon">
          <ColumnsIcon />
          <span className="phone-label">Columns</span>
        </Button>
      }
      foot={<CloseButton kind="primary">Done</CloseButton>}
    >
      {peopleColumns()
        .slice(1)
        .map(({ label }) => (
          <Check
            key={label}
            label={label}
            checked={!hidden.includes(label)}
            onChange={(isOn) => hide(isOn ? hidden.filter((name) => name !== label) : [...hidden, label])}
          />
        ))}
    </Dialog>
  )
}
