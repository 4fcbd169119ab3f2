import type { Integration } from '#shared/owner/integrations.ts'
import { grouped } from '../../../ui/grouped.ts'
import { sumOf } from './standing.tsx'
import { CHANNEL_WORDS, STATE_WORDS } from './words.ts'

const COLUMNS = {
  waiting: 'Sending',
  done_today: 'Sent today',
  failed: STATE_WORDS.failed,
  kept: STATE_WORDS.kept,
} as const
type Column = keyof typeof COLUMNS

/**
 * The finished and open deliveries of each channel that was ever used; only the kept deliveries if the service is not
 * set up.
 */
export function ChannelTable({ name, integration }: { name: string; integration: Integration }) {
  const { is_set_up } = integration
  const channels = integration.channels.filter(({ is_used, waiting }) => is_used || waiting > 0)
  const isShown = (column: Column) => (column === 'kept' ? !is_set_up || sumOf(integration, 'kept') > 0 : is_set_up)
  const columns = (Object.keys(COLUMNS) as Column[]).filter(isShown)
  if (channels.length === 0) return null
  return (
    <table className="channels">
      <caption className="sr-only">{name} in figures</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="sr-only">What</span>
          </th>
          {columns.map((column) => (
            <th key={column} scope="col">
              {COLUMNS[column]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {channels.map((state) => (
          <ChannelRow key={state.channel} state={state} columns={columns} />
        ))}
      </tbody>
    </table>
  )
}

function ChannelRow({ state, columns }: { state: Integration['channels'][number]; columns: Column[] }) {
  return (
    <tr>
      <th scope="row">{CHANNEL_WORDS[state.channel].many}</th>
      {columns.map((column) => (
        <td
          key={column}
          data-label={COLUMNS[column]}
          data-none={state[column] === 0 || undefined}
          data-trouble={(column === 'failed' && state.failed > 0) || undefined}
        >
          <span>
            {grouped(state[column])}
            {column === 'kept' && state.kept_friends > state.kept && (
              <span className="channel-more">about {grouped(state.kept_friends)} friends</span>
            )}
          </span>
        </td>
      ))}
    </tr>
  )
}
