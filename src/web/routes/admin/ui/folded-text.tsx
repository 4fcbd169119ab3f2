import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'

/** Longer texts are folded. The characters fill a little more than four lines on a wide screen. */
const LONG = { characters: 400, lines: 4 }

export function FoldedText({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false)
  const isLong = text.length > LONG.characters || text.split('\n').length > LONG.lines
  return (
    <>
      <p className={`whitespace-pre-line ${isLong && !isOpen ? 'line-clamp-4' : ''}`}>{text}</p>
      {isLong && (
        <Button kind="text" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show Less' : 'Show More'}
        </Button>
      )}
    </>
  )
}
