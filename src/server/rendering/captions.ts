import { escapeHtml } from './escape-html.ts'

type Words = { from: number; to: number; text: string }

/** The words of the film as WebVTT captions. All times, in seconds, must be below one minute. */
export function captions(words: readonly Words[]): string {
  const cues = words.map(({ from, to, text }) => `${timestamp(from)} --> ${timestamp(to)}\n${escapeHtml(text)}\n`)
  return `WEBVTT\n\n${cues.join('\n')}`
}

function timestamp(seconds: number): string {
  return `00:00:${seconds.toFixed(3).padStart(6, '0')}`
}
