import { renderToStaticMarkup } from 'react-dom/server'
import { site } from '#shared/site/site.ts'
import { ChairMark } from './ui/drawings/chair-mark.tsx'
import { FirstChair } from './ui/drawings/first-chair.tsx'
import { Bottle, Brush, Comb, Mirror, Polish, Scissors } from './ui/drawings/tools.tsx'
import { WaitingChair } from './ui/drawings/waiting-chair.tsx'

const TOOLS = { Mirror, Bottle, Polish, Comb, Brush, Scissors }

/** By file name, for scripts/pictures. */
export const pictures = {
  'share.png': renderToStaticMarkup(<SharePicture />),
}

export const icon = renderToStaticMarkup(
  <div className="icon">
    <ChairMark className="mark" />
  </div>,
)

function SharePicture() {
  const { headline, trades } = site().landing
  return (
    <div className="picture share">
      <p className="name">
        <ChairMark />
        {site().brand.name}
      </p>
      <h1>
        {headline.before} <mark>{trades[0]}</mark> {headline.after}
      </h1>
      <div className="floor">
        {Object.entries(TOOLS).map(([name, Tool]) => (
          <WaitingChair key={name} className="waiting">
            <Tool />
          </WaitingChair>
        ))}
        <FirstChair className="first" />
      </div>
    </div>
  )
}
