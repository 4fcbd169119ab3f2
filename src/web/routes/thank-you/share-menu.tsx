import { Menu } from '@base-ui/react/menu'
import { buttonStyle } from '../../ui/button.ts'
import { ShareIcon } from '../../ui/icons.tsx'
import { type Network, NETWORKS } from './share.ts'

/** For browsers that cannot share by themselves: the three networks. A chunk of its own, because phones can. */
export function ShareMenu({ onNetwork }: { onNetwork: (network: Network) => void }) {
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger className={buttonStyle('primary')}>
        <ShareIcon />
        Share
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={8} align="start" className="z-10">
          <Menu.Popup className="min-w-44 rounded-control border border-ink bg-raised p-1.5 shadow-lift">
            {NETWORKS.map(([network, label]) => (
              <Menu.Item
                key={network}
                onClick={() => onNetwork(network)}
                className="flex min-h-11 cursor-pointer items-center rounded-[0.375rem] px-3 outline-none data-highlighted:bg-velvet data-highlighted:text-velvet-ink"
              >
                {label}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
