import { renderToStaticMarkup } from 'react-dom/server'
import { site } from '#shared/site/site.ts'
import { QueueMark } from './ui/drawings/queue-mark.tsx'
import { First } from './ui/drawings/queue.tsx'
import { WaitingRow } from './ui/drawings/waiting-row.tsx'

/** By file name, for scripts/pictures. */
export const pictures = {
  'share.png': renderToStaticMarkup(<SharePicture />),
}

export const icon = renderToStaticMarkup(
  <div className="icon">
    <QueueMark className="mark" />
  </div>,
)

function SharePicture() {
  const { headline, trades } = site().landing
  return (
    <div className="picture share">
      <p className="name">
        <QueueMark />
        {site().brand.name}
      </p>
      <h1>
        {headline.before} <mark>{trades[0]}</mark> {headline.after}
      </h1>
      <div className="floor">
        <WaitingRow className="waiting-row" />
        <First className="first" />
      </div>
    </div>
  )
}
