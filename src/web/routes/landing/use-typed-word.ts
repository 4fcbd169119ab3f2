import { useEffect, useState } from 'react'
import { handed } from '../../loading/handed.ts'
import { useMediaQuery } from '../../ui/use-media-query.ts'
import { type Frame, nextFrame, pauseAfter } from './typing.ts'

export function useTypedWord(words: readonly string[]) {
  const [frame, setFrame] = useState<Frame>(handed().frame ?? { word: 0, length: words[0]!.length, deleting: false })
  const [isPaused, setPaused] = useState(false)
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)')

  useEffect(() => {
    if (isStill || isPaused) return
    const timer = setTimeout(() => setFrame(nextFrame(frame, words)), pauseAfter(frame, words))
    return () => clearTimeout(timer)
  }, [frame, isStill, isPaused, words])

  return {
    shown: isStill ? words[0]! : words[frame.word]!.slice(0, frame.length),
    isPaused,
    togglePause: () => setPaused(!isPaused),
  }
}
