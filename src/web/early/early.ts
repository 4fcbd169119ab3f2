import { codeIn, plainCode } from '#shared/joining/referral-link.ts'
import { reachLanding, send } from '../analytics/send.ts'
import { measurementId } from '../analytics/measurement-id.ts'
import { CODE_OF_FRIEND, rememberArrival } from '../storage/arrival.ts'
import { DRAFT, PLACE_TOKEN, readStored } from '../storage/storage.ts'
import { pagePath } from '../loading/page-path.ts'
import type { Handed } from '../loading/handed.ts'

/*
 * Runs at every visit before the first paint: keeps taps and submits that come before the page is alive, shows what
 * changes without a tap, and runs data-main: at once where the page is nothing without it, otherwise when the visitor is
 * about to do something. Browsers too old for the styles run it too.
 */
/** `code`: came with the visitor, now or earlier; `ofAddress`: now. */
export type Codes = { code: string | null; ofAddress: string | null }
/** What a page shows before it is alive. Returns a function that stops it. */
type Show = (codes: Codes) => () => Handed
type Typed = { typed?: [name: string, value: string][] }

export const page = document.documentElement
const script = document.currentScript as HTMLScriptElement
export const path = pagePath()
const kept = new Set<HTMLElement>()
let isFailing = false
let isLoading = false
let handOver: (() => Handed) | undefined

export function start(show: Show) {
  if (!('CSSLayerBlockRule' in window)) return page.classList.add('too-old')
  page.dataset.early = ''
  window.early = { fail, replay, handOver: () => handOver?.() }
  addEventListener('click', keep, true)
  addEventListener('submit', keep, true)
  addEventListener('click', tryAgain)
  addEventListener('popstate', goBack)
  whenParsed(restore)

  // The landing page reserves space for the link to a kept place, a filled field, and the way back to the form.
  const ofAddress = plainCode(codeIn(location.search))
  const code = ofAddress ?? plainCode(readStored('localStorage', CODE_OF_FRIEND))
  const hasPlace = readStored('localStorage', PLACE_TOKEN) !== null
  const hasDraft = readStored('sessionStorage', DRAFT) !== null
  page.toggleAttribute('data-joined', hasPlace)
  page.toggleAttribute('data-invited', code !== null)
  page.toggleAttribute('data-begun', hasDraft)

  if (!('drawn' in page.dataset) || hasPlace || hasDraft || measurementId() || /admin=/.test(location.search))
    return afterPaint(load)
  rememberArrival(location.search, ofAddress)
  for (const type of ['pointermove', 'pointerdown', 'focusin', 'keydown', 'click', 'submit'])
    addEventListener(type, meetIntent, true)
  afterPaint(() => whenParsed(() => arrive(show, { code, ofAddress })))
}

function arrive(show: Show, codes: Codes) {
  if (isLoading || handOver) return
  const stop = show(codes)
  handOver = () => ({ ...stop(), isCounted: true })
  if (path !== '/' || reachLanding()) send({ name: 'page_view', path: path.slice(0, 2000), title: document.title })
  const { connection } = navigator as { connection?: { effectiveType: string; saveData: boolean } }
  // A phone waits for a tap: scripts that nobody needs cost it more.
  if (connection?.effectiveType === '4g' && !connection.saveData && matchMedia('(hover: hover)').matches)
    requestIdleCallback(load)
}

/** A finger that scrolls the page means nothing on it, nor does a mouse that rests where the page appears. */
function meetIntent({ type, target, movementX, movementY }: Event & Partial<PointerEvent>) {
  const isMeant =
    type === 'pointermove'
      ? movementX || movementY
      : type !== 'pointerdown' || (target as Element).closest('a,button,input,textarea,summary')
  if (isMeant) load()
}

export function load() {
  if (isLoading) return
  isLoading = true
  const main = { type: 'module', src: script.dataset.main, onerror: fail }
  document.head.append(Object.assign(document.createElement('script'), main))
  setTimeout(fail, 10_000)
}

function keep(event: Event) {
  const target = event.target as HTMLElement
  const element = event.type === 'submit' ? target : target.closest<HTMLElement>('button:not([type=submit])')
  // The server handles some forms by itself.
  if (!element || (isFailing && isSent(element))) return
  // Parts of the page may listen already: nothing is done twice.
  event.preventDefault()
  event.stopPropagation()
  kept.add(element)
  // The styles write its data-working in place of its label.
  mark(element, true)
  // Somebody who waits for an answer is told sooner.
  setTimeout(fail, 4000)
}

function isSent(element: HTMLElement): element is HTMLFormElement {
  return (element as HTMLFormElement).method === 'post'
}

function mark(element: HTMLElement, isKept: boolean) {
  element.querySelector('[data-working]')?.toggleAttribute('data-kept', isKept)
}

function fail() {
  if ('alive' in page.dataset) return
  isFailing = true
  page.dataset.late = ''
  for (const element of kept) {
    mark(element, false)
    // Another page would ask for the same scripts anew, so some forms wait. The next press sends them.
    if (isSent(element) && !('waits' in element.dataset)) element.submit()
  }
}

function replay() {
  removeEventListener('click', keep, true)
  removeEventListener('submit', keep, true)
  for (const element of kept) {
    mark(element, false)
    const pressed = isSent(element) ? element.querySelector<HTMLElement>('[type=submit]') : element
    pressed?.click()
  }
  kept.clear()
}

/**
 * Going back within a document changes only its address. Before the page is alive, only a load shows the other page.
 */
function goBack() {
  if (!('alive' in page.dataset) && pagePath() !== path) location.reload()
}

function restore() {
  const { typed, ...state } = { ...history.state } as Typed
  if (!typed) return
  history.replaceState(state, '')
  for (const [name, value] of typed)
    for (const field of document.getElementsByName(name)) (field as HTMLInputElement).value = value
}

function tryAgain(event: Event) {
  if (!(event.target as Element).closest('.late a')) return
  event.preventDefault()
  page.dataset.late = 'trying'
  // Without a connection, the browser would show a page of its own in place of this one.
  fetch(path, { method: 'HEAD', cache: 'no-store' }).then(
    () => {
      const fields = [...document.querySelectorAll<HTMLInputElement>('#root [name]')]
      const typed = fields.filter(({ value }) => value).map(({ name, value }) => [name, value])
      // Not every browser keeps what was typed.
      history.replaceState({ ...history.state, typed }, '')
      location.reload()
    },
    () => void (page.dataset.late = 'offline'),
  )
}

function whenParsed(run: () => void) {
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', run)
  else run()
}

/** A page is drawn right after its first frame. A hidden one has none. */
function afterPaint(run: () => void) {
  requestAnimationFrame(() => setTimeout(run))
  setTimeout(run, 3000)
}
