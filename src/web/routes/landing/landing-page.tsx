import { useEffect } from 'react'
import { prefetchFormPage } from '../../frame/prefetch.ts'
import { Hero } from './hero.tsx'
import { ReadyToJoin } from './ready-to-join.tsx'

export function LandingPage() {
  useEffect(prefetchFormPage, [])
  return (
    <>
      <Hero />
      <ReadyToJoin />
    </>
  )
}
