import { useState } from 'react'
import type { Moved, Simulation } from '#shared/joining/referral-rule.ts'
import { buttonStyle } from '../../../ui/button.ts'
import { grouped } from '../../../ui/grouped.ts'
import { ordinal } from '../../../ui/ordinal.ts'
import { Email } from '../ui/email.tsx'
import { Panel } from '../ui/panel.tsx'

type SimulationPanelsProps = { simulation: Simulation; onOpen: (id: string) => void }

/** The people who gain and lose most, and the changes in the first hundred. */
export function SimulationPanels({ simulation: { gain, lose, hundred }, onOpen }: SimulationPanelsProps) {
  return (
    <>
      <div className="columns">
        <Panel title="Biggest gains">
          <PeopleList people={gain} none="Nobody gains a place in line." onOpen={onOpen} />
        </Panel>
        <Panel title="Biggest losses">
          <PeopleList people={lose} none="Nobody loses a place in line." onOpen={onOpen} />
        </Panel>
      </div>
      <Panel
        title="The first hundred"
        note="Everybody who is in the first hundred now or would be under this rule, in the order of this rule."
      >
        <PeopleList people={hundred} none="Nobody stands in line yet." onOpen={onOpen} />
      </Panel>
    </>
  )
}

type PeopleListProps = { people: Moved[]; none: string; onOpen: (id: string) => void }

/** The number of people shown at first, because a longer list would fill many screens on a phone. */
const FIRST_SHOWN = 10

function PeopleList({ people, none, onOpen }: PeopleListProps) {
  const [showsAll, setShowsAll] = useState(false)
  if (people.length === 0) return <p className="empty">{none}</p>
  const shown = showsAll ? people : people.slice(0, FIRST_SHOWN)
  return (
    <>
      <ol className="what-if-people">
        {shown.map(({ id, email, referrals, before, after }) => {
          const up = before.place - after.place
          return (
            <li key={id} data-leaves={after.place > 100 || undefined}>
              <span className="what-if-place">{ordinal(after.place)}</span>
              <span className="min-w-0">
                <button type="button" onClick={() => onOpen(id)} className="person">
                  <Email email={email} />
                </button>
                <span className="text-small text-muted">
                  {grouped(referrals)} {referrals === 1 ? 'friend' : 'friends'} · #{grouped(before.position)} → #
                  {grouped(after.position)}
                </span>
              </span>
              <span className="what-if-move" data-way={up > 0 ? 'up' : up < 0 ? 'down' : undefined}>
                {up === 0 ? 'stays' : `${grouped(Math.abs(up))} ${up > 0 ? 'up' : 'down'}`}
              </span>
            </li>
          )
        })}
      </ol>
      {people.length > FIRST_SHOWN && (
        <button
          type="button"
          onClick={() => setShowsAll(!showsAll)}
          className={buttonStyle('quiet', 'tool-button mt-3 w-fit')}
        >
          {showsAll ? 'Show Less' : `Show all ${grouped(people.length)}`}
        </button>
      )}
    </>
  )
}
