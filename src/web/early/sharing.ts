import type { Handed } from '../loading/handed.ts'
import type { StartData } from '../loading/start-data.ts'
import { share } from '../routes/thank-you/share.ts'
import { load, start } from './early.ts'

const shared: Handed['shared'] = []
let isShowing = false

// Before early.ts listens, which keeps all other presses. Browsers let a page copy and share only during a press.
addEventListener('click', press, true)
start(showSharing)

function showSharing(): () => Handed {
  const { origin } = JSON.parse(document.getElementById('root')!.dataset.start ?? '{}') as StartData
  isShowing = origin === location.origin
  // Under another address, the page has the link of that address once it is alive.
  if (!isShowing) load()
  return () => {
    isShowing = false
    return { shared }
  }
}

function press(event: Event) {
  const pressed = (event.target as Element).closest<HTMLElement>('[data-share]')
  if (!isShowing || !pressed || (pressed.dataset.share === 'native_share' && !('share' in navigator))) return
  event.stopImmediatePropagation()
  shared!.push(share(pressed))
  load()
}
