import { isNo, isYes } from './read-answers.ts'

/**
 * The status of a person in another tool. `gone`: the person wants no mail or was removed. `there`: the person is
 * still on the list of that tool.
 */
export type Status = 'gone' | 'there' | 'unclear'

/** Words of statuses and of headings, without spaces, signs and capitals. */
const GONE =
  /^not?subscri|unsub|(un|non|never)subscri|optedout|optout|clean|bounc|complain|spam|junk|remov|delet|cancel|archiv|block|black|suppress|inactive|disabled|invalid|undeliver|declin|reject|banned|paused|abgemeldet|ausgetragen|gelöscht|désabonn|désinscri|desinscri|afgemeld|disiscri|cancelad|^baja/
const THERE =
  /^(re)?subscri|^(active|confirmed|verified|approved|enabled|optedin|optin|singleoptin|doubleoptin|waiting|waitlisted|pending|validating|unconfirmed|new|joined|signedup|registered|imported|invited|accepted|admitted|valid|deliverable|aktiv|angemeldet|bestätigt|actif|abonné|activo|suscrito|ativo|inscrito|actief|attivo|iscritto)$/
/** Headings of columns in which a yes or a date means `there`. */
const OF_PRESENCE = /getsmail|subscri|active|aktiv|optin|optedin|consent|permission|enabled|newsletter/
const BLANK = /^(null|none|n\/?a|-|–|—|never)?$/i

/** `heading`: the name of the column, which decides the meaning of yes, no and a date. */
export function readStatus(text: string, heading: string): Status {
  const words = simplified(text)
  const column = simplified(heading)
  if (BLANK.test(text)) return 'there'
  if (GONE.test(words)) return 'gone'
  if (THERE.test(words)) return 'there'
  if (GONE.test(column)) return isNo(text) ? 'there' : 'gone'
  if (!OF_PRESENCE.test(column)) return 'unclear'
  if (isNo(text)) return 'gone'
  return isYes(text) || /\d/.test(text) ? 'there' : 'unclear'
}

/** Letters and digits alone, in lower case. */
export function simplified(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}
