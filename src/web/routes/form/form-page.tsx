import { useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { paths, TOLD } from '#shared/site/paths.ts'
import { site } from '#shared/site/site.ts'
import { prefetch } from '../../loading/page-chunks.ts'
import { isLeftElsewhere, takeLeftEmail } from '../../storage/left-email.ts'
import { currentSignup, saveSignup } from '../../storage/signup.ts'
import { notify, preloadNotices } from '../../ui/notify.ts'
import { Questionnaire } from './questionnaire.tsx'
import { RestPage } from './rest.tsx'

/** Visitors without an email are sent back to the landing page. */
export function FormPage() {
  const isTold = new URLSearchParams(useSearch()).has(TOLD)
  return isTold || site().listState !== 'open' ? <RestPage isTold={isTold} /> : <Questions />
}

function Questions() {
  const [, navigate] = useLocation()
  // Read once: sending the form removes the sign-up from the storage while this page is still open.
  const [signup, setSignup] = useState(() => {
    takeLeftEmail()
    return currentSignup()
  })

  useEffect(() => {
    if (signup) {
      // In this tab too, because the sign-up may have come from another tab.
      if (!isLeftElsewhere(signup.email)) saveSignup(signup)
      // Without a network, the notice about that could not be loaded.
      preloadNotices()
      // Who has joined must be able to see their position, or where their mail goes.
      prefetch('thankYou')
      prefetch('checkInbox')
      return
    }
    void notify('sign-up', site().form.expired)
    navigate(paths.home, { replace: true })
  }, [signup, navigate])

  return signup && <Questionnaire signup={signup} onSignup={setSignup} />
}
