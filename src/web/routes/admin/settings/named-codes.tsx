import { several, peopleWords } from '../ui/words.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LONGEST_NAMED_CODE, type NamedCode } from '#shared/list/named-codes.ts'
import { referralLink } from '#shared/site/paths.ts'
import { ROUTES } from '#shared/routes.ts'
import { useAction } from '../../../calls/use-action.ts'
import { Button, Copy } from '../../../ui/button.tsx'
import { Field, Form, type Values } from '../../../ui/form.tsx'
import { grouped } from '../../../ui/grouped.ts'
import { FORM_ROW, ListPanel, Row } from '../../../ui/panel.tsx'
import { May, useMay } from '../state/use-account.tsx'
import { namedCodesQuery } from '../state/queries.ts'
import { formatDay } from '../ui/days.ts'
import { ViewLink } from '../state/use-view.tsx'

const REFRESH = { refresh: ['named-codes'] }

/** For press and partners. */
export function NamedCodes() {
  const { data, isError } = useQuery(namedCodesQuery)
  const bonus = data?.bonus ?? 0
  return (
    <ListPanel
      title="Codes for press and partners"
      note={`Put one in an article or on a poster to see how many people visit and join with it. ${
        bonus > 0
          ? `They get the same head start as friends: ${several(bonus, 'place')}.`
          : 'It doesn’t move anyone up.'
      } Every browser tab that opens the link counts as a visit. Typing in the code doesn’t.`}
      items={data?.codes}
      failed={isError && 'The codes'}
      empty="No codes yet."
      foot={
        <May needs="owner">
          <NewCode />
        </May>
      }
    >
      {(one) => <CodeRow key={one.code} named={one} />}
    </ListPanel>
  )
}

function CodeRow({ named }: { named: NamedCode }) {
  const { code, joined, confirmed, counted, ends_on, most, is_ended, is_in_force } = named
  const [isOpen, setOpen] = useState(false)
  const change = useAction(ROUTES.changeNamedCode, { ...REFRESH, onDone: () => setOpen(false) })
  const isOwner = useMay('owner')
  const end = (ends: boolean) => void change.run({ code, ends_on, most, is_ended: ends })
  const limits = [
    is_ended ? 'Ended' : !is_in_force && 'No longer works',
    ends_on !== null && `Last day ${formatDay(ends_on)}`,
    most !== null && `for ${peopleWords(most)}`,
  ]
  return (
    <Row
      name={code}
      title={<span className="code">{code}</span>}
      facts={[
        joined === 0 ? (
          'Nobody has joined with it yet'
        ) : (
          <>
            <ViewLink to={{ view: 'people', range: 'all', named_code: code }}>{peopleWords(joined)}</ViewLink>
            {` joined · ${grouped(confirmed)} confirmed · ${grouped(counted)} count`}
          </>
        ),
        visitsOf(named),
        limits.filter(Boolean).join(' · '),
      ]}
      action={change}
      control={is_in_force && <Copy text={referralLink(location.origin, code)} label="Copy link" about={code} />}
      acts={
        !isOwner
          ? []
          : [
              { label: 'Edit', isOpen, run: () => setOpen(!isOpen) },
              is_ended
                ? { label: 'Reopen', run: () => end(false) }
                : {
                    label: 'End',
                    ask: {
                      title: `End ${code}?`,
                      consequence: 'People can still join, but it no longer counts as a code. You can reopen it.',
                    },
                    run: () => end(true),
                  },
            ]
      }
    >
      {isOpen && (
        <Form
          action={change}
          toValue={(values) => ({ code, is_ended, ...limitsIn(values) })}
          className={`${FORM_ROW} basis-full`}
        >
          <Limits ends_on={ends_on} most={most} />
          <Button type="submit">Save</Button>
        </Form>
      )}
    </Row>
  )
}

/** No share where people joined without a visit, such as by typing the code. */
function visitsOf({ visits, visits_since, created_at, joined_since }: NamedCode): string {
  if (visits === 0) return 'No visits yet'
  const since = visits_since > created_at ? ` since ${formatDay(visits_since)}` : ''
  const joined =
    joined_since > 0 && joined_since <= visits ? ` · ${((100 * joined_since) / visits).toFixed(1)}% joined` : ''
  return `${several(visits, 'visit')}${since}${joined}`
}

function NewCode() {
  const add = useAction(ROUTES.addNamedCode, { ...REFRESH, done: () => 'Code added' })
  return (
    <Form
      action={add}
      toValue={(values) => ({ code: values.code, ...limitsIn(values) })}
      onSaved="reset"
      className={`${FORM_ROW} mt-4`}
    >
      <Field
        name="code"
        label="New code"
        placeholder="OPENDAY"
        maxLength={LONGEST_NAMED_CODE}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
      />
      <Limits ends_on={null} most={null} />
      <Button type="submit">Add code</Button>
    </Form>
  )
}

function Limits({ ends_on, most }: Pick<NamedCode, 'ends_on' | 'most'>) {
  return (
    <>
      <Field name="ends_on" label="Last day" type="date" defaultValue={ends_on ?? ''} />
      <Field
        name="most"
        label="Limit"
        unit="people"
        inputMode="numeric"
        placeholder="No limit"
        defaultValue={most === null ? '' : String(most)}
      />
    </>
  )
}

function limitsIn({ ends_on, most }: Values) {
  return { ends_on: ends_on === '' ? null : String(ends_on), most: most === '' ? null : Number(most) || most }
}
