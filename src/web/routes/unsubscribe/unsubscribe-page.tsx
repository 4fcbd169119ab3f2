import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { ROUTES } from '#shared/routes.ts'
import { site } from '#shared/site/site.ts'
import { paths } from '#shared/site/paths.ts'
import { callFor } from '../../calls/call.ts'
import { CallError, warn } from '../../calls/call-error.ts'
import { buttonStyle } from '../../ui/button.ts'
import { Stamp } from '../../ui/drawings/stamp.tsx'

type State = 'asking' | 'done' | 'undone' | 'unknown'

/** Mail ends only when the button is pressed, because scanners open links too. */
export function UnsubscribePage() {
  const { state, isWorking, hasFailed, change } = useMailChange()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (state !== 'asking') heading.current?.focus()
  }, [state])

  const { title, text } = state === 'asking' ? site().unsubscribe : site().unsubscribe[state]
  return (
    <div className="mx-auto w-full max-w-6xl px-5 pt-8 pb-16 tablet:px-8 tablet:pt-14 tablet:pb-24">
      <section aria-labelledby="mail" className="letter max-w-2xl">
        <div className="flex items-start justify-between gap-4">
          <h1 id="mail" ref={heading} tabIndex={-1} className="mt-1 text-heading">
            {title}
          </h1>
          <Stamp />
        </div>
        <p className="mt-5 text-lead text-muted">{text}</p>
        {state === 'unknown' && (
          <a
            href={`mailto:${site().brand.supportEmail}`}
            className="mt-2 inline-flex min-h-11 items-center font-display text-title wrap-anywhere underline decoration-velvet decoration-3 underline-offset-4"
          >
            {site().brand.supportEmail}
          </a>
        )}
        <div className="mt-7 flex flex-wrap items-center gap-x-4 gap-y-2">
          {state === 'asking' && <StopForm isWorking={isWorking} onStop={() => void change('stop')} />}
          {state === 'done' && <ResumeButton isWorking={isWorking} onResume={() => void change('resume')} />}
          <Link href={paths.home} className={buttonStyle('bare', '-ml-2')}>
            Back to Home
          </Link>
        </div>
        <output className="block text-danger not-empty:mt-3">{hasFailed && site().unsubscribe.failed}</output>
      </section>
    </div>
  )
}

function useMailChange() {
  const [state, setState] = useState<State>('asking')
  const [isWorking, setWorking] = useState(false)
  const [hasFailed, setFailed] = useState(false)

  async function change(wish: 'stop' | 'resume') {
    if (isWorking) return
    setWorking(true)
    setFailed(false)
    try {
      await callFor(wish === 'stop' ? ROUTES.stopMails : ROUTES.allowMails, {
        token: new URLSearchParams(location.search).get('token') ?? '',
      })
      setState(wish === 'stop' ? 'done' : 'undone')
    } catch (error) {
      warn('The wish for mail was not kept', error)
      if (error instanceof CallError && error.status === 404) setState('unknown')
      else setFailed(true)
    }
    setWorking(false)
  }

  return { state, isWorking, hasFailed, change }
}

function StopForm({ isWorking, onStop }: { isWorking: boolean; onStop: () => void }) {
  function submit(event: FormEvent) {
    event.preventDefault()
    onStop()
  }

  return (
    // Without scripts, the browser posts the form to the page's own address, and the server handles it.
    <form method="post" onSubmit={submit} className="w-full tablet:w-auto">
      <button type="submit" aria-disabled={isWorking} className={buttonStyle('primary', 'w-full tablet:min-w-44')}>
        {isWorking ? site().unsubscribe.working : site().unsubscribe.button}
      </button>
    </form>
  )
}

function ResumeButton({ isWorking, onResume }: { isWorking: boolean; onResume: () => void }) {
  return (
    <button
      type="button"
      aria-disabled={isWorking}
      onClick={onResume}
      className={buttonStyle('quiet', 'w-full tablet:w-auto')}
    >
      {isWorking ? site().unsubscribe.working : site().unsubscribe.done.undo}
    </button>
  )
}
