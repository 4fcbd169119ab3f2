export const readBy = (follower: string) => `(select seq from followers where name = '${follower}')`

export const unreadBy = (follower: string) => `select * from events where seq > ${readBy(follower)}`

/** `seq`: from this one on. */
export const eventsOf = (entry: string, seq: string) =>
  `select * from events where entry_id = ${entry} and seq >= ${seq}`

export const unsettledBy = (follower: string) =>
  `select entry_id from (${unreadBy(follower)}) as unread union all
    select entry_id from events_set_aside where follower = '${follower}'`
