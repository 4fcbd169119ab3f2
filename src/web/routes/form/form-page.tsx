import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { paths } from '#shared/paths.ts'
import { prefetch } from '../../frame/page-chunks.ts'
import { currentSignup } from '../../storage/signup.ts'
import { notify, preloadNotices } from '../../ui/notify.ts'
import { Questionnaire } from './questionnaire.tsx'

/** The questions, for those who left an email; the others are sent back to where one does. */
export function FormPage() {
  const [, navigate] = useLocation()
  // Read once: sending the form removes it from the storage while this page is still open.
  const [signup] = useState(currentSignup)

  useEffect(() => {
    if (signup) {
      // Now, because the notice that is needed most says that the network is gone.
      preloadNotices()
      // And before the answers are sent: whoever has joined must not lose their place to a page that does not come.
      prefetch('thankYou')
      return
    }
    void notify({ title: 'Session Expired', description: 'Please submit your email again.' })
    navigate(paths.home, { replace: true })
  }, [signup, navigate])

  return signup && <Questionnaire signup={signup} />
}
