import { useEffect } from 'react'
import { openVisit } from '../../proof/form-visit.ts'
import type { Signup } from '../../storage/signup.ts'
import { type Draft, storedDraft } from './draft.ts'

type UseStamp = { signup: Signup; draft: Draft; changeDraft: (change: Partial<Draft>) => void; step: number }

/** At each step until one arrives, because the network may have been down. */
export function useStamp({ signup, draft, changeDraft, step }: UseStamp) {
  useEffect(() => {
    if (draft.stamp === null)
      void openVisit(signup.referralCode).then((stamp) => {
        // Dropped if the draft was sent in the meantime.
        if (stamp !== null && storedDraft(signup.email)?.stamp === null) changeDraft({ stamp })
      })
    // oxlint-disable-next-line react/exhaustive-deps -- runs only when another step opens
  }, [step])
}
