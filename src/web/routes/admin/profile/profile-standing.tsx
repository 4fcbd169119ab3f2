import { ROUTES } from '#shared/routes.ts'
import { call } from '../../../calls/call.ts'
import { May } from '../session/may.tsx'
import type { ReactNode } from 'react'
import type { EntryDetail } from '#shared/list/entry.ts'
import { isolated } from '#shared/values/isolated.ts'
import { grouped } from '../../../ui/grouped.ts'
import { CloseIcon } from '../../../ui/icons.tsx'
import { ordinal } from '../../../ui/ordinal.ts'
import type { Acting } from '../acts/use-act.ts'
import { ViewLink } from '../view/view-link.tsx'
import type { ChangeView } from '../view/use-view.ts'
import { noFilters, parseView, type View, viewPath } from '../view/view.ts'

type ProfileStandingProps = { detail: EntryDetail; acting: Acting; onChange: ChangeView }

/** A person's place in line, or the reason why they have none, and their tags. */
export function ProfileStanding({ detail, acting, onChange }: ProfileStandingProps) {
  const { entry, place, history } = detail
  return (
    <div className="profile-standing">
      {place ? (
        <p>
          <PlaceLink rank={place.rank} onChange={onChange}>
            {ordinal(place.rank)} in line
          </PlaceLink>
          : {grouped(place.ahead)} ahead, {grouped(place.behind)} behind
        </p>
      ) : (
        <p>{NO_PLACE[entry.state]}</p>
      )}
      {history.tags.length > 0 && (
        <ul aria-label="Tags" className="flex flex-wrap gap-1">
          {history.tags.map((tag) => (
            <li key={tag} className="tag">
              <FilterLink change={{ tag }} onChange={onChange}>
                {isolated(tag)}
              </FilterLink>
              <May needs="manager">
                <button
                  type="button"
                  aria-label={`Remove the tag ${tag}`}
                  onClick={() =>
                    void acting.act(() =>
                      call(ROUTES.createAct, { kind: 'tag', tag, remove: true, select: { ids: [entry.id] } }),
                    )
                  }
                  className="tag-remove"
                >
                  <CloseIcon />
                </button>
              </May>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const NO_PLACE = {
  waiting: 'No place in line at present',
  invited: 'Invited, and no longer in line',
  admitted: 'Let in: they accepted their invitation',
}

type LinkProps = { change: Partial<View>; onChange: ChangeView; children: ReactNode }

/** A link to everybody who has something in common with this person. It closes the profile. */
export function FilterLink({ change, onChange, children }: LinkProps) {
  const view: Partial<View> = { ...noFilters(), view: 'people', entry: null, ...change }
  return (
    <ViewLink href={viewPath({ ...parseView(''), ...view })} onFollow={() => onChange(view)} className="person">
      {children}
    </ViewLink>
  )
}

function PlaceLink({ rank, ...link }: { rank: number } & Omit<LinkProps, 'change'>) {
  const first = Math.max(1, rank - 5)
  return <FilterLink {...link} change={{ sort: 'launch', order: null, place: String(first) }} />
}
