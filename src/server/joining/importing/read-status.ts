import { STATUS_NAMES } from './column-names.ts'
import { isNo, isYes } from './read-answers.ts'

/** `gone`: wants no mail, or was removed. */
export type Status = 'gone' | 'there' | 'unclear'

/** Without spaces, signs and capitals. */
const GONE =
  /^not?subscri|unsub|(un|non|never)subscri|optedout|optout|clean|bounc|complain|spam|junk|remov|delet|cancel|archiv|block|black|suppress|inactive|disabled|invalid|undeliver|declin|reject|banned|paused|^no(permission|consent|e?mail)|^nonmarketing|donot|dont(e?mail|contact|send)|^dnc|revoked|withdrawn|denied|refused|quarantin|abgemeldet|ausgetragen|gelöscht|désabonn|désinscri|desinscri|afgemeld|disiscri|cancelad|^baja/
const THERE =
  /^(re)?subscri|^(active|confirmed|verified|approved|enabled|optedin|optin|singleoptin|doubleoptin|waiting|waitlisted|pending|validating|unconfirmed|new|joined|signedup|registered|imported|express|implied|explicit|expressconsent|impliedconsent|confirmedoptin|(permission|consent)?(granted|given)|marketingcontact|invited|accepted|admitted|valid|deliverable|aktiv|angemeldet|bestätigt|actif|abonné|activo|suscrito|ativo|inscrito|actief|attivo|iscritto)$/
/** Columns in which a yes or a date means `there`. */
const OF_PRESENCE =
  /getsmail|subscri|active|aktiv|optin|optedin|consent|permission|enabled|newsletter|marketing|mailinglist/
const BLANK = /^(null|none|n\/?a|-|–|—|never|\[\]|\{\})?$/i

const OF_STATE =
  /subscri|opt(ed)?(in|out)|consent|permission|donot|dont(e?mail|contact|send|call)|nomail|noemail|^dnc|block|black|bounc|suppress|unsub|complain|spam|quarantin|undeliver|gdpr|dsgvo|abgemeldet|désabonn|désinscri|disiscri/
const OF_WISHES = /newsletter|marketing|mailinglist/
const OF_OPT_OUT = /unsub|opt(ed)?out|donot(e?mail|contact|send|market)|blacklist|blocklist/
const OF_MAIL = /mail|newsletter|marketing/
const OF_ANOTHER_CHANNEL = /sms|phone|mobile|whatsapp|call|textmessage|push|fax|postal/
const OF_DETAIL = /(time|timestamp|date|ip|ipaddress|source|method|title|name|rate|url|link|id)$/
const STATE =
  /^((un|non|never|not|re)?subscribed?|unsub|opted(in|out)|optout|(hard|soft)?bounced?|blocked|bl(ack|ock)listed|cleaned|complain(ed|t)|spam|suppressed|donot(e?mail|contact)|noconsent|abgemeldet|ausgetragen|désabonnée?|désinscrite?)$/

/** 'perhaps': only the owner knows. */
export function statusIn(heading: string): 'status' | 'perhaps' | null {
  const words = simplified(heading)
  if (STATUS_NAMES.has(words)) return 'status'
  const isState = OF_STATE.test(words)
  if (!OF_ANOTHER_CHANNEL.test(words)) {
    if (OF_OPT_OUT.test(words)) return 'status'
    if (OF_MAIL.test(words) && (isState || words.endsWith('status')) && !OF_DETAIL.test(words)) return 'status'
  }
  const isWish = OF_WISHES.test(words) && !OF_ANOTHER_CHANNEL.test(words)
  return (isState || isWish) && !/(ip|ipaddress|id|url)$/.test(words) ? 'perhaps' : null
}

function isState(text: string): boolean {
  return text.length < 100 && text.split(/[,;|]/).some((part) => STATE.test(simplified(part)))
}

/** `text`: undefined if the line ends before this column. `heading` decides what yes, no, a date and a blank mean. */
export function readStatus(text: string | undefined, heading: string): Status {
  const column = simplified(heading)
  if (text === undefined || BLANK.test(text)) {
    const isOptOut = GONE.test(column)
    return isOptOut || (text !== undefined && !OF_PRESENCE.test(column)) ? 'there' : 'unclear'
  }
  const words = simplified(text)
  if (GONE.test(words)) return 'gone'
  if (THERE.test(words)) return 'there'
  if (GONE.test(column)) return isNo(text) ? 'there' : 'gone'
  if (!OF_PRESENCE.test(column)) return 'unclear'
  if (isNo(text)) return 'gone'
  return isYes(text) || /\d/.test(text) ? 'there' : 'unclear'
}

export function simplified(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}

const MOST_VALUES = 200

/** By their heading, if they have any value, or by their values. */
export function watchStates({ names, targets }: { names: string[]; targets: (string | null)[] }) {
  const found = new Set<number>()
  const watched = new Map<number, { byName: boolean; seen: Set<string> }>()
  targets.forEach((target, index) => {
    if (target === null) watched.set(index, { byName: statusIn(names[index]!) !== null, seen: new Set() })
  })

  return {
    see(cells: string[]): void {
      for (const [index, { byName, seen }] of watched) {
        const text = cells[index]?.trim() ?? ''
        if (text === '' || seen.has(text)) continue
        if (byName || isState(text)) found.add(index)
        if (found.has(index) || seen.size === MOST_VALUES) watched.delete(index)
        else seen.add(text)
      }
    },
    found: (): number[] => [...found].sort((one, other) => one - other),
  }
}
