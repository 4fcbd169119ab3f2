import { Worker } from 'node:worker_threads'
import { perSite, site } from '#shared/site/site.ts'
import { direction } from '#shared/values/language.ts'
import type { Look, Ticket } from './ticket-svg.ts'

/** A PNG of 1200 × 630. Null if too many with a code wait: their number is up to visitors. */
export type DrawTicket = (ticket: Ticket) => Promise<Buffer | null>

export type Asked = { id: number; ticket: Ticket; look: Look }
export type Answer = { id: number; png: Uint8Array } | { id: number; problem: string }

const THREAD = new URL('thread.ts', import.meta.url)
const MOST_KEPT = 200
/** Of all visitors together: about a second's work. */
const MOST_WAITING = 20
const IDLE_MS = 60_000

export function createDrawTicket(): { draw: DrawTicket; close: () => Promise<unknown> } {
  const drawings = perSite(() => new Map<string, Promise<Buffer>>())
  const waiting = new Map<number, PromiseWithResolvers<Buffer>>()
  let thread: Worker | null = null
  let lastId = 0
  const idle = setTimeout(() => void thread?.terminate(), IDLE_MS).unref()
  const close = async () => {
    clearTimeout(idle)
    await thread?.terminate()
  }
  return { draw: async (ticket) => drawOnce(ticket), close }

  function drawOnce(ticket: Ticket): Promise<Buffer> | null {
    const kept = drawings()
    const key = JSON.stringify(ticket)
    const known = kept.get(key)
    if (!known && ticket.code !== null && waiting.size >= MOST_WAITING) return null
    const drawing = known ?? send(ticket)
    kept.delete(key)
    kept.set(key, drawing)
    if (!known) drawing.catch(() => kept.delete(key))
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!)
    return drawing
  }

  function send(ticket: Ticket): Promise<Buffer> {
    const { brand, colors } = site()
    const { ink, muted, raised } = colors.light
    const id = (lastId += 1)
    const drawing = Promise.withResolvers<Buffer>()
    waiting.set(id, drawing)
    idle.refresh()
    thread ??= start()
    const { first } = site().queueArt
    const look = { name: brand.name, velvet: colors.light.velvet, ink, muted, raised, first, direction: direction() }
    thread.postMessage({ id, ticket, look } satisfies Asked)
    return drawing.promise
  }

  function start(): Worker {
    const worker = new Worker(THREAD, { name: 'tickets', execArgv: [] })
    worker.unref()
    worker.on('message', (answer: Answer) => {
      const drawing = waiting.get(answer.id)
      waiting.delete(answer.id)
      if ('png' in answer) drawing?.resolve(Buffer.from(answer.png.buffer))
      else drawing?.reject(new Error(`A ticket could not be drawn: ${answer.problem}`))
    })
    const fail = (cause?: unknown) => {
      if (thread !== worker) return
      thread = null
      for (const { reject } of waiting.values()) reject(new Error('The thread that draws tickets ended', { cause }))
      waiting.clear()
    }
    worker.on('error', fail)
    worker.on('exit', () => fail())
    return worker
  }
}
