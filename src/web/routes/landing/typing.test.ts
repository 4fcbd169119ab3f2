import { expect, test } from 'vitest'
import { type Frame, nextFrame, pauseAfter } from './typing.ts'

const WORDS = ['Nail', 'Makeup']

function play(frames: number) {
  const shown: [text: string, ms: number][] = []
  let frame: Frame = { word: 0, length: 4, deleting: false }
  for (let index = 0; index < frames; index++) {
    shown.push([WORDS[frame.word]!.slice(0, frame.length), pauseAfter(frame, WORDS)])
    frame = nextFrame(frame, WORDS)
  }
  return shown
}

test('a word stays, is removed letter by letter, and the next word is typed', () => {
  expect(play(11)).toEqual([
    ['Nail', 3500],
    ['Nai', 80],
    ['Na', 80],
    ['N', 80],
    ['', 80],
    ['M', 80],
    ['Ma', 80],
    ['Mak', 80],
    ['Make', 80],
    ['Makeu', 80],
    ['Makeup', 3500],
  ])
})

test('the first word follows the last one', () => {
  const shown = play(40).map(([text]) => text)
  expect(shown.slice(10).indexOf('Nail')).toBeGreaterThan(0)
})
