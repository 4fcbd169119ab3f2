import { unreadBy, unsettledBy } from '../../events/unread.ts'

export const FOLLOWER = 'listing'

export const UNREAD = unreadBy(FOLLOWER)

export const UNSETTLED = unsettledBy(FOLLOWER)
