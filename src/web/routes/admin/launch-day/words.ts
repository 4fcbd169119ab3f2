import type { Stages } from '#shared/list/launch-day.ts'
import { grouped } from '../../../ui/grouped.ts'

/** All invitations, including those for seats that became free again. */
export function invitedOf({ waiting, sent, opened, accepted, ended, called_back, dropped }: Stages): number {
  return waiting + sent + opened + accepted + ended + called_back + dropped
}

export function count(number: number, one: string, several: string): string {
  return `${grouped(number)} ${number === 1 ? one : several}`
}
