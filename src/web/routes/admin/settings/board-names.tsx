import { friendsWords } from '../ui/words.ts'
import { useQuery } from '@tanstack/react-query'
import { ROUTES } from '#shared/routes.ts'
import { paths } from '#shared/site/paths.ts'
import { useAction } from '../../../calls/use-action.ts'
import { Copy } from '../../../ui/button.tsx'
import { ListPanel, Row } from '../../../ui/panel.tsx'
import { useMay } from '../state/use-account.tsx'
import { boardNamesQuery } from '../state/queries.ts'

/** Who is on the leaderboard, while there is one. */
export function BoardNames() {
  const { data, isError } = useQuery(boardNamesQuery)
  const change = useAction(ROUTES.changeBoardName, { refresh: ['board'] })
  const mayTakeOff = useMay('manager')
  if (data?.is_on === false && data.names.length === 0) return null
  return (
    <ListPanel
      title="Names on the leaderboard"
      note={data?.is_on === false && 'The leaderboard is off, so nobody sees them.'}
      items={data?.names}
      failed={isError && 'The names'}
      empty="Nobody has chosen a name yet."
      foot={data?.has_page && <Copy text={`${location.origin}${paths.leaderboard}`} label="Copy link to the page" />}
    >
      {({ id, email, name, friends, is_taken_off }) => (
        <Row
          key={id}
          name={name}
          facts={[email, friendsWords(friends)]}
          fault={is_taken_off && 'Removed'}
          action={change}
          acts={[
            mayTakeOff && {
              label: is_taken_off ? 'Restore' : 'Remove',
              run: () => change.run({ id, is_taken_off: !is_taken_off }),
            },
          ]}
        />
      )}
    </ListPanel>
  )
}
