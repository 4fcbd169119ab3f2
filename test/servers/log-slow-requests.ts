import { channel } from 'node:diagnostics_channel'
import { appendFileSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'

/* Loaded into each server that tests start: writes requests without an answer for SLOW_MS to `slow-requests.log`. */

const SLOW_MS = 3_000
const SAMPLE_MS = 500

const folder = process.env.TEST_LOGS
/** The time until now for which this thread was late, and for which programs of the machine waited for processor and disk. */
let late = 0
let expected = Date.now() + SAMPLE_MS
if (folder) {
  setInterval(() => {
    late += Math.max(0, Date.now() - expected)
    expected = Date.now() + SAMPLE_MS
  }, SAMPLE_MS).unref()
  channel('http.server.request.start').subscribe((message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
    const began = { at: Date.now(), ...waits() }
    response.once('close', () => {
      const took = Date.now() - began.at
      if (took < SLOW_MS || request.headers.accept === 'text/event-stream') return
      const { thread, processor, disk } = waits()
      const waited = { thread: thread - began.thread, processor: processor - began.processor, disk: disk - began.disk }
      const { method, url } = request
      const status = response.writableFinished ? response.statusCode : 'left'
      appendFileSync(join(folder, 'slow-requests.log'), `${JSON.stringify({ method, url, status, took, waited })}\n`)
    })
  })
}

/** In milliseconds. */
function waits() {
  return { thread: late, processor: pressureOn('cpu'), disk: pressureOn('io') }
}

/** Linux adds up the microseconds in which some program waited. */
function pressureOn(what: 'cpu' | 'io'): number {
  try {
    return Math.round(Number(/^some .*total=(\d+)/.exec(readFileSync(`/proc/pressure/${what}`, 'utf8'))?.[1]) / 1_000)
  } catch {
    return 0
  }
}
