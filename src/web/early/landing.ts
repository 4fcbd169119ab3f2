import { ROUTES } from '#shared/routes.ts'
import type { Site } from '#shared/site/site.ts'
import type { Handed } from '../loading/handed.ts'
import { readCount, REFRESH_MS } from '../routes/landing/count.ts'
import { dimAround } from '../routes/landing/dim-around.ts'
import { nextFrame, pauseAfter } from '../routes/landing/typing.ts'
import { type Codes, page, path, start } from './early.ts'

start(showLanding)

function showLanding({ code, ofAddress }: Codes): () => Handed {
  if (path !== '/') return () => ({})
  const { landing, codeNotes } = JSON.parse(document.getElementById('site')!.textContent!) as Site
  const handed: Handed = {}
  let isStopped = false

  const film = document.querySelector<HTMLElement>('[aria-labelledby=film]')
  const undim = film ? dimAround(film) : () => {}
  type(landing.trades)
  const typedCode = fillIn(code)
  if (ofAddress) judge(ofAddress)
  void refresh()
  setInterval(refresh, REFRESH_MS)
  return () => {
    isStopped = true
    undim()
    return { ...handed, code: typedCode() }
  }

  function type(words: readonly string[]) {
    let frame = { word: 0, length: words[0]!.length, deleting: false }
    const typed = document.querySelector('.typed-word')
    const next = () => {
      if (isStopped) return
      handed.frame = frame = nextFrame(frame, words)
      typed!.textContent = words[frame.word]!.slice(0, frame.length)
      wait()
    }
    const wait = () => setTimeout(next, pauseAfter(frame, words))
    if (typed && !matchMedia('(prefers-reduced-motion: reduce)').matches) wait()
  }

  async function refresh() {
    if (isStopped) return
    const count = await readCount(handed.count ?? null)
    if (isStopped || count === null) return
    handed.count = count
    const number = document.createElement('strong')
    number.className = 'font-display text-title font-medium'
    number.textContent = count.toLocaleString(`${page.lang}-u-nu-latn`)
    const joined = document.createElement('x-text')
    joined.textContent = landing.joined
    document.querySelector('.hero-count p')!.replaceChildren(number, joined)
  }

  async function judge(code: string) {
    const notes: Record<string, string> = { ...codeNotes, 404: codeNotes.unknownLink }
    const words = await fetch(ROUTES.isKnownCode.path.replace(':code', encodeURIComponent(code))).then(
      async (answer) => notes[(await answer.json()).kind ?? answer.status] || '',
      () => '',
    )
    const greeting = document.querySelector<HTMLElement>('.greeting')
    if (isStopped || !greeting) return
    handed.refusal = words
    if (words) greeting.textContent = words
    greeting.dataset.checked = ''
  }
}

function fillIn(code: string | null): () => string | null {
  const inputs = [...document.querySelectorAll<HTMLInputElement>('.referral input')]
  if (code !== null)
    for (const input of inputs) {
      const field = input.closest<HTMLElement>('[hidden]')!
      field.hidden = false
      ;(field.previousElementSibling as HTMLElement).hidden = true
      input.value = code
    }
  return () => {
    if (code === null) return null
    const typed = inputs.map(({ value }) => value).find((value) => value !== code) ?? code
    for (const input of inputs) input.value = typed
    return typed
  }
}
