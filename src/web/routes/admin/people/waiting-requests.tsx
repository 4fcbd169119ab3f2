import { useQuery } from '@tanstack/react-query'
import { ROUTES } from '#shared/routes.ts'
import { call } from '../../../calls/call.ts'
import { grouped } from '../../../ui/grouped.ts'

export function WaitingRequests() {
  const { data } = useQuery({ queryKey: ['requests'], queryFn: () => call(ROUTES.requests) })
  if (!data?.since) return null
  const { waiting, since } = data
  return (
    <p className="panel-note">
      {waiting === 1 ? '1 person has' : `${grouped(waiting)} people have`} not confirmed their address yet, and{' '}
      {waiting === 1 ? 'is' : 'are'} not on the list. The first has waited since {DAY.format(new Date(since))}.
    </p>
  )
}

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' })
