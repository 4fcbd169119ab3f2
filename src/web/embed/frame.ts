import type { EmbedData, HeightMessage } from '#shared/joining/embed.ts'
import { brought } from './card.ts'

const FIRST_HEIGHT = 320
const LEAST = 100
const MOST = 2_000

export function fitFrame(around: HTMLElement, { frame: address, origin, words }: EmbedData) {
  const frame = document.createElement('iframe')
  // The frame cannot read the page's address.
  frame.src = `${address}?${new URLSearchParams(brought())}`
  frame.title = words.title
  frame.height = String(FIRST_HEIGHT)
  frame.width = '100%'
  frame.setAttribute('frameborder', '0')
  addEventListener('message', ({ origin: sender, source, data }: MessageEvent<Partial<HeightMessage> | null>) => {
    if (sender !== origin || source !== frame.contentWindow || data?.firstchair !== 'height') return
    const height = Number(data.height)
    if (height >= LEAST && height <= MOST) frame.height = String(height)
  })
  around.replaceChildren(frame)
}

/** Only listed sites can frame it. */
export function tellHeight() {
  const tell = () => {
    const height = Math.ceil(document.body.getBoundingClientRect().height)
    parent.postMessage({ firstchair: 'height', height } satisfies HeightMessage, '*')
  }
  new ResizeObserver(tell).observe(document.body)
  tell()
}
