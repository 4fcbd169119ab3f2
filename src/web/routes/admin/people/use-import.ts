import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ImportQuery, type ImportReport, importTargets, MOST_BYTES, MOST_ROWS } from '#shared/list/imports.ts'
import { ROUTES } from '#shared/routes.ts'
import { call, CallError, callFor, isSignedOut, reasonOf } from '../../../calls/call.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { friendsWords, peopleWords, several } from '../ui/words.ts'
import { isolated } from '#shared/values/language.ts'
import { otherOf, storedQuestions } from '#shared/site/questions.ts'
import { perSite } from '#shared/site/site.ts'
import { own } from '#shared/values/own.ts'
import { grouped } from '../../../ui/grouped.ts'

/** The server guesses what is not given. */
export type ImportChoices = Partial<Omit<ImportQuery, 'dry_run' | 'columns'>> & {
  columns?: (string | null)[] | undefined
}

const RETRY_MS = 30_000
/** A little longer than the server takes for the longest file. */
const TIME_LIMIT_MS = 130_000
const UNREACHABLE = 'The server couldn’t be reached. Nothing was imported. Please try again.'
const UNANSWERED = 'The server didn’t answer. Look in Activity before you try again. The import may have started.'

/** `number`: distinguishes two files with the same name. */
type Chosen = { number: number; name: string; packed: Promise<Blob> }

export type Importing = ReturnType<typeof useImport>

export function useImport() {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [choices, setChoices] = useState<ImportChoices>({})
  const [begun, setBegun] = useState<{ actId: string } | 'beginning' | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { report, fault, isReading } = usePreview({ chosen, choices, isBegun: begun !== null })

  function begin(chosen: Chosen | null, problem: string | null = null) {
    setChosen(chosen)
    setBegun(null)
    setProblem(problem)
  }

  /** Sends the file as it was previewed. */
  async function send<Answer>(how: (file: Blob, query: object) => Promise<Answer>, unanswered?: string) {
    setProblem(null)
    try {
      return await how(await chosen!.packed, toQuery({ ...choices, order: report?.file.order }))
    } catch (error) {
      setProblem(explain(error, unanswered))
      return null
    }
  }

  return {
    fileName: chosen?.name ?? null,
    choices,
    report,
    isReading,
    problem: problem ?? (fault && explain(fault)),
    isBeginning: begun === 'beginning',
    actId: begun !== null && begun !== 'beginning' ? begun.actId : null,
    choose(file: File | undefined) {
      if (!file) return
      setChoices({})
      if (/\.(xls[bmx]?|numbers|ods|pdf)$/i.test(file.name)) begin(null, importWords.noCsv)
      else if (file.size > MOST_BYTES) begin(null, importWords.tooLarge)
      else begin({ number: Date.now(), name: file.name, packed: pack(file) })
    },
    change(change: ImportChoices) {
      setProblem(null)
      setChoices((before) => ({ ...before, ...change }))
    },
    async begin() {
      if (!chosen || begun) return
      setBegun('beginning')
      const made = await send(
        (file, query) => call(ROUTES.importPeople, query, { file, timeLimitMs: TIME_LIMIT_MS }),
        UNANSWERED,
      )
      setBegun(made && { actId: (made as { act_id: string }).act_id })
    },
    async saveReport() {
      const file = await send(async (file, query) =>
        (await callFor(ROUTES.importReport, query, { file, timeLimitMs: TIME_LIMIT_MS })).blob(),
      )
      if (file) saveFile(file, `import-report-${chosen!.name}`)
    },
    reset: () => begin(null),
  }
}

function usePreview({ chosen, choices, isBegun }: { chosen: Chosen | null; choices: ImportChoices; isBegun: boolean }) {
  const preview = useQuery({
    queryKey: ['import', chosen?.number, choices],
    // A refusal of the file is returned as data: it is an answer of the server, and not a failed query.
    queryFn: async ({ signal }) =>
      readReport(await chosen!.packed, choices, signal).catch((error: unknown) => {
        if (isFileRefused(error)) return error
        throw error
      }),
    enabled: chosen !== null && !isBegun,
    // While the server applies a new choice, the previous report stays on the screen, but never that of another file.
    placeholderData: (before, query) => (query?.queryKey[1] === chosen?.number ? before : undefined),
    retry: false,
    staleTime: Infinity,
    // The file is read once. Only a failed attempt is repeated.
    refetchInterval: ({ state }) => (state.error ? RETRY_MS : false),
    gcTime: 0,
    meta: { isLive: false },
  })
  return {
    report: chosen && preview.data && !(preview.data instanceof CallError) ? preview.data : null,
    fault: preview.error ?? (preview.data instanceof CallError ? preview.data : null),
    isReading: preview.isFetching,
  }
}

/** Reads a file that is newest first from its end, unless the owner has chosen an order. */
async function readReport(file: Blob, choices: ImportChoices, signal: AbortSignal): Promise<ImportReport> {
  const read = async (choices: ImportChoices) =>
    (await call(ROUTES.importPeople, { ...toQuery(choices), dry_run: 'yes' }, { file, signal })) as ImportReport
  const report = await read(choices)
  return report.dates.newest_first && choices.order === undefined ? read({ ...choices, order: 'reversed' }) : report
}

/** Most lists shrink to a fifth, which saves time on a slow connection. */
async function pack(file: File): Promise<Blob> {
  if (!('CompressionStream' in window)) return new Blob([file], { type: 'text/csv' })
  const packed = await new Response(file.stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer()
  return new Blob([packed], { type: 'application/gzip' })
}

function toQuery({ columns, ...choices }: ImportChoices) {
  return { ...choices, ...(columns && { columns: JSON.stringify(columns) }) }
}

function isFileRefused(error: unknown): error is CallError {
  return error instanceof CallError && (error.status === 400 || error.status === 413)
}

function explain(error: unknown, unreachable = UNREACHABLE): string {
  if (isFileRefused(error)) return error.fields.file ? `This file ${error.fields.file}.` : error.message
  if (isSignedOut(error)) return 'You were signed out. Sign in again, and choose the file once more.'
  return reasonOf(error) ?? unreachable
}

const FACTS: Record<string, string> = {
  email: 'Email',
  created_at: 'Date joined',
  referral_code: 'Referral code',
  referrals: 'Number of friends',
  used_referral_code: 'Friend’s code',
  utm_source: 'Link source',
  utm_medium: 'Link medium',
  utm_campaign: 'Link campaign',
  full_name: 'Name',
  tags: 'Tags',
  language: 'Language',
  status: 'Email consent or opt-out',
}

const answerLabels = perSite(() =>
  Object.fromEntries(
    storedQuestions().flatMap((question) => {
      const other = otherOf(question)
      return [[question.name, question.label], ...(other ? [[other, `${question.label}: Other, in words`]] : [])]
    }),
  ),
)

/** The fields that a column can become. */
export const targetOptions = perSite(() =>
  importTargets()
    .filter((target) => target !== 'not_status')
    .map((target) => ({
      value: target as string,
      label: own(FACTS, target) ?? own(answerLabels(), target) ?? target,
      group: Object.hasOwn(FACTS, target) ? 'Person' : 'Answers',
    }))
    .sort((one, other) => Number(one.group === 'Answers') - Number(other.group === 'Answers')),
)

export const importWords = {
  lead: 'Bring people over from another list. They keep their order, dates and shared links. Nothing changes until you click Import.',
  bounds: `Any columns, up to ${grouped(MOST_ROWS)} rows and ${MOST_BYTES / 1024 / 1024} MB.`,
  tooLarge: `This file has more than ${MOST_BYTES / 1024 / 1024} MB. Split it and import the parts one by one.`,
  noCsv: 'This isn’t a CSV file. Open it in Excel, Numbers or Google Sheets, export it as CSV, then choose that file.',
  quiet: 'They get no email, and no service gets their data, until they join here themselves or you invite them.',
  undecided: 'Answer the questions above first.',
  undo: 'You can undo the import. Everyone from this file is then deleted for good.',
  open: (date: string) => `In “${date}”, which number is the day? The file doesn’t make it clear.`,
  newestFirst: 'This file is newest first. Who comes first in line?',
  unsubscribed: (count: number) =>
    `${peopleWords(count)} in this file opted out in your other tool, ${count === 1 ? 'was' : 'were'} removed there, or ${count === 1 ? 'has' : 'have'} a status we don’t know. What should happen here?`,
  doubtful: (name: string, samples: string[]) =>
    `Does “${isolated(name)}” say who may get email? Its values: ${samples.map((sample) => `“${isolated(sample)}”`).join(', ')}.`,
  optedOut: 'They keep their place and code, but get no emails or invitations.',
  noEmail: 'Choose the email column. No one can be imported without an email.',
}

export function placesOf({ fresh, first_position, file, columns }: ImportReport): string {
  if (first_position === null) return 'No one is new.'
  const last = first_position + fresh - 1
  const places = fresh === 1 ? `#${grouped(last)}` : `#${grouped(first_position)} to #${grouped(last)}`
  return `They join at the back of the line, ${orderOf({ file, columns })}: ${places}, before friends move them up.`
}

function orderOf({ file: { order, order_by }, columns }: Pick<ImportReport, 'file' | 'columns'>): string {
  if (order_by === null)
    return order === 'file' ? 'in the order of the file' : 'from the last line of the file to the first'
  return `ordered by “${isolated(columns[order_by]!.name)}”, the ${order === 'file' ? 'smallest or earliest' : 'largest or latest'} first`
}

/** Null if all can be read. */
export function datesOf({ read, unread: { count, first } }: ImportReport['dates']): string | null {
  if (count === 0) return null
  const examples = first.slice(0, 3).map(({ line, reason }) => `${reasonWords(reason)} on line ${grouped(line)}`)
  const which = read === 0 ? 'We couldn’t read any date in this column' : `${several(count, 'date')} couldn’t be read`
  const who = count === 1 ? 'This person' : 'These people'
  return `${which}: ${examples.join(', ')}. ${who} will get today’s date.`
}

export function friendsOf({ friends: { named, counted }, codes }: ImportReport): string[] {
  return [
    codes.kept > 0 && `${grouped(codes.kept)} referral ${codes.kept === 1 ? 'code keeps' : 'codes keep'} working`,
    named > 0 && `${several(named, 'person was', 'people were')} referred by someone in this file or list`,
    counted > 0 && `Your file also counts ${friendsWords(counted)} it doesn’t name`,
  ]
    .filter((words) => words !== false)
    .map((words) => `${words}.`)
}

/** Texts from the file are isolated, so that their direction does not change the sentence. */
export function reasonWords(reason: string): string {
  return reason.replaceAll(/“([^”]*)”/g, (_, text: string) => `“${isolated(text)}”`)
}
