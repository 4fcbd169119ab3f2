import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { ROUTES } from '#shared/routes.ts'
import type { FriendMails } from '#shared/joining/place.ts'
import { site } from '#shared/site/site.ts'
import { paths } from '#shared/site/paths.ts'
import { CallError, callFor, warn } from '../../calls/call.ts'
import { buttonStyle } from '../../ui/button.ts'
import { Stamp } from '../../ui/drawings/stamp.tsx'

type State = 'asking' | 'done' | 'fewer' | 'undone' | 'unknown' | FriendMails
type Wish = 'stop' | 'fewer' | 'resume' | FriendMails

const FRIEND_MAILS: readonly FriendMails[] = ['each', 'weekly', 'never']

/** Mail ends only when the button is pressed, because scanners open links too. */
export function UnsubscribePage() {
  const { state, isWorking, hasFailed, change } = useMailChange()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (state !== 'asking') heading.current?.focus()
  }, [state])

  const words = site().unsubscribe
  const { title, text } = wordsOf(state)
  const press = { isWorking, onPress: (wish: Wish) => void change(wish) }
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
          {state === 'asking' && (
            <>
              <Press {...press} wish="stop" label={words.button} kind="primary" />
              <p className="mt-4 basis-full text-muted">{words.fewer.text}</p>
              <Press {...press} wish="fewer" label={words.fewer.button} kind="quiet" />
              <p className="mt-4 basis-full text-muted">{words.friends.text}</p>
              {FRIEND_MAILS.map((wish) => (
                <Press key={wish} {...press} wish={wish} label={words.friends[wish]} kind="quiet" />
              ))}
            </>
          )}
          {(state === 'done' || state === 'fewer') && (
            <Press {...press} wish="resume" label={words.done.undo} kind="quiet" />
          )}
          <Link href={paths.home} className={buttonStyle('bare', '-ms-2')}>
            {site().frame.back}
          </Link>
        </div>
        <output className="block text-danger not-empty:mt-3">{hasFailed && words.failed}</output>
      </section>
    </div>
  )
}

function wordsOf(state: State): { title: string; text: string } {
  const { friends, ...words } = site().unsubscribe
  if (state === 'asking') return words
  if (state === 'fewer') return words.fewer.done
  return isFriendMails(state) ? { title: friends.done.title, text: friends.done[state] } : words[state]
}

function isFriendMails(one: string): one is FriendMails {
  return (FRIEND_MAILS as readonly string[]).includes(one)
}

function useMailChange() {
  const [state, setState] = useState<State>('asking')
  const [isWorking, setWorking] = useState(false)
  const [hasFailed, setFailed] = useState(false)

  async function change(wish: Wish) {
    if (isWorking) return
    setWorking(true)
    setFailed(false)
    const token = new URLSearchParams(location.search).get('token') ?? ''
    try {
      if (wish === 'resume') await callFor(ROUTES.allowMails, { token })
      else if (isFriendMails(wish)) await callFor(ROUTES.stopMails, { token, friends: wish })
      else await callFor(ROUTES.stopMails, { token, ...(wish === 'fewer' && { only: 'place' }) })
      setState(isFriendMails(wish) ? wish : ({ stop: 'done', fewer: 'fewer', resume: 'undone' } as const)[wish])
    } catch (error) {
      warn('The wish for mail was not kept', error)
      if (error instanceof CallError && error.status === 404) setState('unknown')
      else setFailed(true)
    }
    setWorking(false)
  }

  return { state, isWorking, hasFailed, change }
}

type PressProps = {
  wish: Wish
  label: string
  kind: 'primary' | 'quiet'
  isWorking: boolean
  onPress: (wish: Wish) => void
}

/** Without scripts, the browser posts the form to the page's own address, and the server handles it. */
function Press({ wish, label, kind, isWorking, onPress }: PressProps) {
  return (
    <form
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        onPress(wish)
      }}
      className="w-full tablet:w-auto"
    >
      {wish === 'fewer' && <input type="hidden" name="only" value="place" />}
      {isFriendMails(wish) && <input type="hidden" name="friends" value={wish} />}
      <button type="submit" aria-disabled={isWorking} className={buttonStyle(kind, 'w-full tablet:min-w-44')}>
        {isWorking ? site().unsubscribe.working : label}
      </button>
    </form>
  )
}
