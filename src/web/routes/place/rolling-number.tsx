import { useState } from 'react'

/** A number on a ticket. Each digit that changes rolls over to the new one. */
export function RollingNumber({ text }: { text: string }) {
  const [shown, setShown] = useState({ text, before: text })
  if (text !== shown.text) setShown({ text, before: shown.text })
  const places = [...text].map((character, index) => {
    const fromEnd = text.length - index
    return { character, before: shown.before.at(-fromEnd) ?? '', fromEnd }
  })

  return (
    <span className="ticket-number" data-characters={text.length}>
      <span className="sr-only">{text}</span>
      <span aria-hidden="true">
        {places.map(({ character, before, fromEnd }) => (
          <span key={fromEnd} className={character === '#' ? 'roll ticket-hash' : 'roll'}>
            {before !== character && (
              <span key={`${before} ${shown.before}`} className="roll-out">
                {before}
              </span>
            )}
            <span key={character} className={before === character ? undefined : 'roll-in'}>
              {character}
            </span>
          </span>
        ))}
      </span>
    </span>
  )
}
