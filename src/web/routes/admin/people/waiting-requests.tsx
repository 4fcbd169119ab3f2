import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ROUTES } from '#shared/routes.ts'
import { call } from '../../../calls/call.ts'
import { useAction } from '../../../calls/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { ListPanel, Row } from '../../../ui/rows.tsx'
import { useMay } from '../session/use-account.tsx'
import { useSettled } from '../ui/use-settled.ts'
import { several } from '../ui/words.ts'

export function WaitingRequests() {
  const { data } = useQuery({ queryKey: ['requests'], queryFn: () => call(ROUTES.requests) })
  if (!data?.since) return null
  const { waiting, since } = data
  return (
    <p className="panel-note">
      {several(waiting, 'person has', 'people have')} not confirmed their email yet, and {waiting === 1 ? 'is' : 'are'}{' '}
      not on the list. The first has waited since {DAY.format(new Date(since))}.
    </p>
  )
}

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' })

const OPENING = 'opening-requests'

/** Who left an address while the list was paused. */
export function OpeningRequests() {
  const [typed, setTyped] = useState('')
  const q = useSettled(typed)
  const { data } = useQuery({
    queryKey: [OPENING, q],
    queryFn: () => call(ROUTES.openingRequests, { q }),
    placeholderData: keepPreviousData,
  })
  const removal = useAction(ROUTES.dropOpeningRequest, { refresh: [OPENING] })
  const mayRemove = useMay('manager')
  if (!data?.people) return null
  const people = several(data.people, 'person', 'people')
  return (
    <p className="panel-note">
      {people} asked to be told when the list opens.{' '}
      <Dialog
        title="To be told when the list opens"
        description="Each gets one email when the list opens. Their address is deleted then."
        trigger={<Button kind="text">See addresses</Button>}
      >
        <Field label="Find an address" type="search" autoComplete="off" value={typed} onValueChange={setTyped} />
        <ListPanel title={people} items={data.requests} empty="No address matches this.">
          {({ id, email, asked_at }) => (
            <Row
              key={id}
              name={email}
              facts={[<Moment key="asked" date={asked_at} />]}
              action={removal}
              acts={[
                mayRemove && {
                  label: 'Remove',
                  run: () => removal.run({ id }),
                  ask: { title: `Remove ${email}?`, consequence: 'They won’t be told when the list opens.' },
                },
              ]}
            />
          )}
        </ListPanel>
      </Dialog>
    </p>
  )
}
