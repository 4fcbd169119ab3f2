import { site } from '#shared/site/site.ts'
import type { AnalyticsEvent } from '#shared/joining/analytics-event.ts'
import { pagePaths } from '#shared/site/pages.ts'
import { currentSignup } from '../storage/signup.ts'
import { readStored, writeStored } from '../storage/storage.ts'
import { send, STAGES } from './send.ts'

const [LANDING, EMAIL, FIRST_STEP] = [0, 1, 2]
const submission = () => FIRST_STEP + site().questionCount

/**
 * Without a cookie, an id or an answer. A visit counts once at each stage, and only after the previous stage, so no
 * stage has more visits than an earlier one.
 */
export function countEvent(event: AnalyticsEvent) {
  const stage = stageOf(event)
  if (stage !== null) {
    let reached = Number(readStored('sessionStorage', STAGES))
    if (stage === EMAIL && reached > submission()) {
      // Another person joins in the same tab.
      send({ name: 'page_view', path: pagePaths.home })
      reached = EMAIL
    }
    if (stage !== reached) return
    writeStored('sessionStorage', STAGES, String(reached + 1))
  }
  send(event)
}

/** Null: not a stage; -1: never counted. */
function stageOf(event: AnalyticsEvent): number | null {
  if ('step_index' in event) return FIRST_STEP + event.step_index
  if ('has_referral' in event) return submission()
  if ('method' in event) return submission() + 1
  if (!('path' in event)) return null
  if (event.path === pagePaths.home) return LANDING
  // Without an email, the form only leads back to the landing page.
  return event.path !== pagePaths.form ? null : currentSignup() ? EMAIL : -1
}
