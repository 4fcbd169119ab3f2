import { type DragEvent, useRef, useState } from 'react'
import { buttonStyle } from '../../../ui/button.ts'
import { ImportIcon } from '../ui/icons.tsx'
import type { Importing } from './use-import.ts'
import { importWords } from './words.ts'

/** Accepts a file by drop or by choice. Once it has one, it shows the name in one line. */
export function FileField({ importing: { fileName, choose } }: { importing: Importing }) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    choose(event.dataTransfer.files[0])
  }

  return (
    <div
      className="file-field"
      data-over={isOver || undefined}
      data-has-file={fileName !== null || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <ImportIcon />
      <div className="min-w-0">
        <p className="file-name">{fileName ?? <Prompt />}</p>
        {fileName === null && <p className="text-small text-muted">{importWords.bounds}</p>}
      </div>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        aria-label="CSV file"
        className="sr-only"
        onChange={(event) => {
          choose(event.target.files?.[0])
          // The same file again is a change too: it may have been corrected.
          event.target.value = ''
        }}
      />
      <button
        type="button"
        onClick={() => input.current?.click()}
        className={buttonStyle(fileName === null ? 'primary' : 'quiet', 'tool-button')}
      >
        {fileName === null ? 'Choose a file' : 'Another file'}
      </button>
    </div>
  )
}

/** A touch screen cannot drop files. */
function Prompt() {
  return (
    <>
      <span className="pointer-coarse:hidden">Drop a CSV file here</span>
      <span className="hidden pointer-coarse:inline">Choose a CSV file</span>
    </>
  )
}
