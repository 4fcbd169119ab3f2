import type { WavesPage } from '#shared/list/waves.ts'

/** Lists the settings that are missing before waves can be sent, each with the reason. */
export function Gaps({ gaps }: Pick<WavesPage, 'gaps'>) {
  if (gaps.length === 0) return null
  return (
    <ul className="wave-gaps">
      {gaps.map(({ setting, reason }) => (
        <li key={setting}>
          <strong className="code">{setting}</strong> {reason}
        </li>
      ))}
    </ul>
  )
}
