import { PERHAPS } from '../../updates/updates.ts'
import type { Delivered } from '../../outbox/channel.ts'

/** The reasons why a person gets no mail, worded for the owner. */
export const NOT_ON_THE_LIST: Delivered = { state: 'skipped', note: 'They are no longer on the list.' }
export const OPTED_OUT: Delivered = { state: 'skipped', note: 'They want no more mail.' }
export const REJECTED: Delivered = { state: 'skipped', note: 'They were rejected.' }
export const NOT_COUNTED: Delivered = { state: 'skipped', note: "The friend's credit does not count." }
export const ONLY_IMPORTED: Delivered = {
  state: 'skipped',
  note: 'They were imported, and have neither joined here nor been invited.',
}
export const NOTHING_TO_CONFIRM: Delivered = { state: 'skipped', note: 'There is nothing left to confirm.' }
export const NO_MESSAGE: Delivered = { state: 'skipped', note: 'The message no longer exists.' }
export const IN_DIGEST: Delivered = {
  state: 'skipped',
  note: 'One mail told of it and other messages. It is in the Inbox.',
}
export const CALLED_BACK: Delivered = { state: 'skipped', note: 'The invitation was called back.' }
export const NOT_INVITED_NOW: Delivered = { state: 'skipped', note: 'They could no longer be invited.' }
export const NOT_OPEN: Delivered = { state: 'skipped', note: 'The invitation is no longer open.' }
export const ADDRESS_TAKEN: Delivered = { state: 'skipped', note: 'Somebody on the list has the new address.' }
export const ONLY_PLACE: Delivered = { state: 'skipped', note: 'They want only emails about their place.' }
export const PERHAPS_SENT: Delivered = { state: 'skipped', note: PERHAPS }
export const NOT_OPEN_AGAIN: Delivered = {
  state: 'skipped',
  note: 'The list is not open: they are told when it opens.',
}
export const REFUSED: Delivered = { state: 'skipped', note: 'The mail server does not know their address.' }
