import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ImportReport, MOST_BYTES } from '#shared/list/imports.ts'
import { CallError, isSignedOut, reasonOf } from '../../../calls/call-error.ts'
import { fetchReport, type ImportChoices, importFile, pack, previewImport } from './import-calls.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { importWords } from './words.ts'

const RETRY_MS = 30_000
const UNREACHABLE = 'The server could not be reached. Nothing was imported: please try again.'

/** `number`: distinguishes two files with the same name. */
type Chosen = { number: number; name: string; size: number; packed: Promise<Blob> }

export type Importing = ReturnType<typeof useImport>

/** The chosen file, the owner's choices about it, and the server's report on both. */
export function useImport() {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [choices, setChoices] = useState<ImportChoices>({})
  const [begun, setBegun] = useState<{ actId: string } | 'beginning' | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { report, fault, isReading } = usePreview({ chosen, choices, isBegun: begun !== null })

  function choose(file: File | undefined) {
    if (!file) return
    setChoices({})
    setBegun(null)
    setProblem(file.size > MOST_BYTES ? importWords.tooLarge : null)
    const isRead = file.size <= MOST_BYTES
    setChosen(isRead ? { number: Date.now(), name: file.name, size: file.size, packed: pack(file) } : null)
  }

  async function begin() {
    if (!chosen || begun) return
    setBegun('beginning')
    setProblem(null)
    try {
      setBegun({ actId: await importFile(await chosen.packed, { ...choices, order: report?.file.order }) })
    } catch (error) {
      setBegun(null)
      setProblem(
        explain(error, 'The server did not answer. Before you try again, look in Activity: the import may have begun.'),
      )
    }
  }

  async function saveReport() {
    if (!chosen) return
    setProblem(null)
    try {
      const order = report?.file.order
      saveFile(await fetchReport(await chosen.packed, { ...choices, order }), `import-report-${chosen.name}`)
    } catch (error) {
      setProblem(explain(error))
    }
  }

  return {
    fileName: chosen?.name ?? null,
    choose,
    choices,
    change: (change: ImportChoices) => {
      setProblem(null)
      setChoices((before) => ({ ...before, ...change }))
    },
    report,
    isReading,
    problem: problem ?? (fault && explain(fault)),
    begin,
    saveReport,
    begun,
    reset: () => {
      setChosen(null)
      setBegun(null)
      setProblem(null)
    },
  }
}

type PreviewParams = { chosen: Chosen | null; choices: ImportChoices; isBegun: boolean }

/** The report on the chosen file, or the fault that prevents one. */
function usePreview({ chosen, choices, isBegun }: PreviewParams) {
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
async function readReport(packed: Blob, choices: ImportChoices, signal: AbortSignal): Promise<ImportReport> {
  const report = await previewImport(packed, choices, signal)
  const isTurned = report.dates.newest_first && choices.order === undefined
  return isTurned ? previewImport(packed, { ...choices, order: 'reversed' }, signal) : report
}

/** The server has refused the file itself. */
function isFileRefused(error: unknown): error is CallError {
  return error instanceof CallError && (error.status === 400 || error.status === 413)
}

function explain(error: unknown, unreachable = UNREACHABLE): string {
  if (isFileRefused(error)) return error.fields.file ? `This file ${error.fields.file}.` : error.message
  if (isSignedOut(error)) return 'You were signed out. Sign in again, and choose the file once more.'
  return reasonOf(error) ?? unreachable
}
