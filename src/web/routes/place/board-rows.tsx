import type { Board } from '#shared/joining/leaderboard.ts'
import { site } from '#shared/site/site.ts'
import { fill, isolated } from '#shared/values/language.ts'

export function BoardRows({ rows }: Pick<NonNullable<Board>, 'rows'>) {
  const words = site().place.board
  if (rows.length === 0) return <p className="mt-3">{words.empty}</p>
  return (
    <ol className="mt-3 divide-y divide-line">
      {rows.map(({ rank, name, friends, is_own }, index) => (
        <li key={index} className="flex items-baseline gap-3 py-2" aria-current={is_own || undefined}>
          <span className="w-8 shrink-0 font-display text-title">{rank}</span>
          <span className={`min-w-0 flex-1 wrap-anywhere ${is_own ? 'font-medium' : ''}`}>
            {isolated(name)}
            {is_own && <span className="friend-state ms-2">{words.you}</span>}
          </span>
          <span className="shrink-0 text-muted">{fill(words.friends, { friends })}</span>
        </li>
      ))}
    </ol>
  )
}
