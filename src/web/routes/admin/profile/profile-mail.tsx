import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { EntryDetail } from '#shared/list/entry.ts'
import { isolated } from '#shared/values/isolated.ts'
import { clearMailProblem } from '../../../api/admin/admin.ts'
import { May } from '../session/may.tsx'
import { buttonStyle } from '../../../ui/button.ts'

const TITLES = { bounce: 'Mail to this address bounces.', complaint: 'They called our mail spam.' }

/** The problem that keeps mail from this person, with a button that clears it. Renders nothing without a problem. */
export function ProfileMail({ entry: { id, mail_problem, mail_problem_reason } }: Pick<EntryDetail, 'entry'>) {
  const { state, clear } = useClearing(id)

  return (
    <>
      {mail_problem && (
        <div className="dialog-note">
          <p>
            {TITLES[mail_problem]} No more mail goes there.{' '}
            <span className="wrap-anywhere">{isolated(mail_problem_reason ?? '')}</span>
          </p>
          <May needs="manager">
            <button
              type="button"
              aria-disabled={state === 'clearing'}
              onClick={() => void clear()}
              className={buttonStyle('bare', '-ml-2')}
            >
              {state === 'clearing' ? 'One moment...' : 'Send mail there again'}
            </button>
          </May>
          <output className="block text-danger empty:hidden">
            {state === 'failed' && 'That did not work. Please try again.'}
          </output>
        </div>
      )}
    </>
  )
}

function useClearing(id: string) {
  const queries = useQueryClient()
  const [state, setState] = useState<'shown' | 'clearing' | 'failed'>('shown')

  async function clear() {
    if (state === 'clearing') return
    setState('clearing')
    try {
      await clearMailProblem(id)
      await queries.invalidateQueries()
      setState('shown')
    } catch (error) {
      console.warn('The mark was not cleared', error)
      setState('failed')
    }
  }

  return { state, clear }
}
