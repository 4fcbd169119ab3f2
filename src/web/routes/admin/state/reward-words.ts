import type { Does, RewardState } from '#shared/list/rewards.ts'

export const DOES_WORDS: Record<Does, { does: string; hint: string }> = {
  nothing: {
    does: 'Nothing automatic',
    hint: 'You hand it out yourself. Filter People by this reward to see who has it.',
  },
  tag: { does: 'Add a tag', hint: 'Use the tag in filters, updates and invites.' },
  code: { does: 'Email a code', hint: 'Each person gets a different code. You paste your list in the next step.' },
  webhook: { does: 'Tell another app', hint: 'Sends the event reward.earned to your webhooks.' },
  invitation: { does: 'Invite in the next wave', hint: 'They go first in the next wave you send.' },
}

export const REWARD_STATE_WORDS: Record<RewardState, string> = {
  earned: 'earned',
  'handed-out': 'handed out',
  'taken-back': 'taken back',
}
