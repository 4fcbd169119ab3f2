import type { RefObject } from 'react'
import { site } from '#shared/site/site.ts'
import { fill } from '#shared/values/fill.ts'
import { buttonStyle } from '../../ui/button.ts'
import { FacebookIcon, InstagramIcon, ShareIcon, TwitterIcon } from '../../ui/share-icons.tsx'
import { ShareMenu } from './share-menu.tsx'
import { type Network, NETWORKS, shareNatively, shareOn } from './share.ts'

const ICONS = { twitter: TwitterIcon, facebook: FacebookIcon, instagram: InstagramIcon }

type ShareButtonsProps = { link: string; source: RefObject<HTMLElement | null> }

export function ShareButtons({ link, source }: ShareButtonsProps) {
  const words = site().thankYou.sharing
  const shared = () => ({ link, source: source.current })
  const onNetwork = (network: Network) => void shareOn(network, shared())

  return (
    <div className="share-buttons">
      {'share' in navigator ? (
        <button type="button" onClick={() => void shareNatively(shared())} className={buttonStyle('primary')}>
          <ShareIcon />
          {words.share}
        </button>
      ) : (
        <ShareMenu onNetwork={onNetwork} />
      )}
      {NETWORKS.map(([network, label]) => {
        const NetworkIcon = ICONS[network]
        return (
          <button
            key={network}
            type="button"
            aria-label={fill(words.on, { network: label })}
            onClick={() => onNetwork(network)}
            className={buttonStyle('quiet')}
          >
            <NetworkIcon />
            {label}
          </button>
        )
      })}
    </div>
  )
}
