import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ROUTES } from '#shared/routes.ts'
import type { EntryDetail } from '#shared/list/entry.ts'
import { isolated } from '#shared/values/isolated.ts'
import { call } from '../../../calls/call.ts'
import { notifyFailure } from '../ui/notify-failure.ts'
import { May } from '../session/may.tsx'
import { Button } from '../../../ui/button.tsx'

const TITLES = { bounce: 'Mail to this address bounces.', complaint: 'They called our mail spam.' }

/** The problem that keeps mail from this person, with a button that clears it. Renders nothing without a problem. */
export function ProfileMail({ entry: { id, mail_problem, mail_problem_reason } }: Pick<EntryDetail, 'entry'>) {
  const { isClearing, clear } = useClearing(id)

  return (
    <>
      {mail_problem && (
        <div className="dialog-note">
          <p>
            {TITLES[mail_problem]} No more mail goes there.{' '}
            <span className="wrap-anywhere">{isolated(mail_problem_reason ?? '')}</span>
          </p>
          <May needs="manager">
            <Button kind="bare" className="-ml-2" busy={isClearing} onClick={() => void clear()}>
              {isClearing ? 'One moment...' : 'Send mail there again'}
            </Button>
          </May>
        </div>
      )}
    </>
  )
}

function useClearing(id: string) {
  const queries = useQueryClient()
  const [isClearing, setClearing] = useState(false)

  async function clear() {
    if (isClearing) return
    setClearing(true)
    try {
      await call(ROUTES.clearMailProblem, { id })
      await queries.invalidateQueries()
    } catch (error) {
      notifyFailure('act', 'Mail to this person was not resumed.', error)
    }
    setClearing(false)
  }

  return { isClearing, clear }
}
