import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ImportQuery, type ImportReport, MOST_BYTES } from '#shared/list/imports.ts'
import { ROUTES } from '#shared/routes.ts'
import { call, CallError, callFor, isSignedOut, reasonOf } from '../../../calls/call.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { importWords } from './import-words.ts'

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
