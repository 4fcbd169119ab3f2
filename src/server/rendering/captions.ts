import { escapeHtml } from './escape-html.ts'

type Words = { from: number; to: number; text: string }

/** As WebVTT. Times are in seconds, below a day. */
export function captions(words: readonly Words[]): string {
  const cues = words.map(({ from, to, text }) => `${timestamp(from)} --> ${timestamp(to)}\n${escapeHtml(text)}\n`)
  return `WEBVTT\n\n${cues.join('\n')}`
}

function timestamp(seconds: number): string {
  return new Date(seconds * 1_000).toISOString().slice(11, 23)
}
