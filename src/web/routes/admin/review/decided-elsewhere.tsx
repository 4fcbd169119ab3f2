import { useQuery } from '@tanstack/react-query'
import { actWords } from '../acts/act-words.ts'
import { useAccount } from '../session/use-account.tsx'
import { personActsQuery } from './queries.ts'
import { byWords } from './words.ts'
import { isDecision } from './use-others.ts'

export function DecidedElsewhere({ id }: { id: string }) {
  const own = useAccount()
  const { data } = useQuery(personActsQuery(id))
  const act = data?.acts.find(isDecision)
  return (
    <p className="text-small text-muted">
      {act?.account ? `${actWords(act)} by ${byWords(act.account, own)}` : 'Decided elsewhere'}
    </p>
  )
}
