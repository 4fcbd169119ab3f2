import { useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { paths } from '#shared/site/paths.ts'
import { site } from '#shared/site/site.ts'

/** Longer than any browser takes to go back within a page. */
const GOING_BACK_MS = 1000

/**
 * From 0 on, in the address, so that each step is an entry of the browser's history. Each entry keeps its trail: the
 * steps of the entries below it, since the form was opened.
 */
export function useStep({ start, furthest }: { start: number; furthest: number }) {
  const [, navigate] = useLocation()
  const asked = stepIn(useSearch())
  const [last, setLast] = useState<number | null>(null)
  const step = last ?? Math.min(asked ?? (trailHere() ? 0 : start), furthest)

  useEffect(() => {
    if (last !== null || (trailHere() && step === (asked ?? 0))) return
    navigate(pathOf(step), { replace: true, state: { trail: trailHere() ?? [] } })
  }, [step, asked, last, navigate])
  useManualScroll()

  function goTo(next: number) {
    navigate(pathOf(next), { state: { trail: [...(trailHere() ?? []), stepIn(location.search) ?? 0] } })
  }

  /** In the browser's history if that leads to the previous step. */
  function goBack() {
    if (trailHere()?.at(-1) === step - 1) history.back()
    else navigate(pathOf(step - 1), { replace: true, state: history.state })
  }

  /** In place of the whole form: going back from there leads to the page before it. */
  function leaveFor(path: string) {
    const leave = () => {
      removeEventListener('popstate', leave)
      clearTimeout(timer)
      navigate(path, { replace: true })
    }
    const steps = trailHere()?.length ?? 0
    const timer = setTimeout(leave, steps && GOING_BACK_MS)
    if (steps === 0) return
    // The browser passes the first step on the way. Until then the last step stays on the screen.
    setLast(stepIn(location.search) ?? 0)
    addEventListener('popstate', leave)
    history.go(-steps)
  }

  return { step, goTo, goBack, leaveFor }
}

/** Each question from its top, also when the browser goes back to it. */
function useManualScroll() {
  useEffect(() => {
    history.scrollRestoration = 'manual'
    return () => {
      history.scrollRestoration = 'auto'
    }
  }, [])
}

function pathOf(step: number): string {
  return step === 0 ? paths.form : `${paths.form}?step=${step + 1}`
}

function stepIn(search: string): number | null {
  const step = Number(new URLSearchParams(search).get('step')) - 1
  return site().questions[step] ? step : null
}

/** Null if the form has not set one. */
function trailHere(): number[] | null {
  return history.state?.trail ?? null
}
