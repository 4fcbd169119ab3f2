import { useState } from 'react'
import { place as words } from '#site/place.ts'
import { askForLink } from '../../api/place.ts'
import { buttonStyle } from '../../ui/button.ts'

type State = 'idle' | 'asking' | 'asked' | 'failed'

/** For people whose link is older than an hour: one press has a new one mailed to them. */
export function FreshLink({ email }: { email: string }) {
  const [state, setState] = useState<State>('idle')
  const { fresh, failed } = words.data

  async function ask() {
    if (state === 'asking') return
    setState('asking')
    setState(await askForLink(email))
  }

  return (
    <div className="fresh">
      <p>{fresh.text}</p>
      {state !== 'asked' && (
        <button
          type="button"
          aria-disabled={state === 'asking'}
          onClick={ask}
          className={buttonStyle('quiet', 'mt-4 w-full tablet:w-auto')}
        >
          {state === 'asking' ? fresh.asking : fresh.ask}
        </button>
      )}
      <output className="block not-empty:mt-3">
        {state === 'asked' && <strong className="font-medium">{fresh.asked}</strong>}
        {state === 'failed' && <span className="text-danger">{failed}</span>}
      </output>
    </div>
  )
}
