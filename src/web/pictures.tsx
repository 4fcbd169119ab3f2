import { renderToStaticMarkup } from 'react-dom/server'
import { site } from '#shared/site.ts'
import { ChairMark } from './ui/drawings/chair-mark.tsx'
import { FirstChair } from './ui/drawings/first-chair.tsx'
import { Bottle, Brush, Comb, Mirror, Polish, Scissors } from './ui/drawings/tools.tsx'
import { WaitingChair } from './ui/drawings/waiting-chair.tsx'

const TOOLS = { Mirror, Bottle, Polish, Comb, Brush, Scissors }
const EMPTY_CHAIRS = 4

/** The preview pictures for social networks, by file name, as markup for scripts/pictures. */
export const pictures = {
  'share.png': renderToStaticMarkup(<SharePicture />),
  'share-invited.png': renderToStaticMarkup(<InvitedPicture />),
}

/** The icon of the site as an installed app. */
export const icon = renderToStaticMarkup(
  <div className="icon">
    <ChairMark className="mark" />
  </div>,
)

/** The landing page in one picture. */
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

/** An empty queue, for the invitation of a referral link. */
function InvitedPicture() {
  return (
    <div className="picture invited">
      <p className="name">{site().brand.name}</p>
      <h1>{site().invitation.title}</h1>
      <div className="floor">
        {Array.from({ length: EMPTY_CHAIRS }, (_, chair) => (
          <WaitingChair key={chair} className="waiting" />
        ))}
        <WaitingChair className="waiting">
          <g transform="translate(40 68) rotate(-14)">
            <rect className="fill-velvet" x="5" y="5" width="46" height="32" />
            <path d="M0 0h46v32H0zM8 10h26M8 19h18" />
          </g>
        </WaitingChair>
        <FirstChair className="first" />
      </div>
    </div>
  )
}
