import { type DragEvent, useRef, useState } from 'react'
import { ImportIcon } from '../../../ui/tool-icons.tsx'
import type { Importing } from './use-import.ts'
import { importWords } from './words.ts'
import { Button } from '../../../ui/button.tsx'

/** Accepts a file by drop or by choice. Once it has one, it shows the name in one line. */
export function FileField({ importing: { fileName, choose } }: { importing: Importing }) {
  const input = useRef<HTMLInputElement>(null)
  const { isOver, handlers } = useFileDrop(choose)
  return (
    <div
      className="file-field"
      data-over={isOver || undefined}
      data-has-file={fileName !== null || undefined}
      {...handlers}
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
          // Emptied, so that the owner can choose the same file again after correcting it.
          event.target.value = ''
        }}
      />
      <Button kind={fileName === null ? 'primary' : 'quiet'} onClick={() => input.current?.click()}>
        {fileName === null ? 'Choose a file' : 'Another file'}
      </Button>
    </div>
  )
}

/** The `handlers` make an element accept files. `isOver`: a file is held over it. */
function useFileDrop(onFile: Importing['choose']) {
  const [isOver, setOver] = useState(false)

  function onDragOver(event: DragEvent) {
    event.preventDefault()
    setOver(true)
  }

  function onDrop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    onFile(event.dataTransfer.files[0])
  }

  return { isOver, handlers: { onDragOver, onDragLeave: () => setOver(false), onDrop } }
}

/** The prompt for a file. On a touch screen, files cannot be dropped. */
function Prompt() {
  return (
    <>
      <span className="pointer-coarse:hidden">Drop a CSV file here</span>
      <span className="hidden pointer-coarse:inline">Choose a CSV file</span>
    </>
  )
}
