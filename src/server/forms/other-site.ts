import { isOwnOrigin } from '../http/is-from-here.ts'
import type { SentForm } from './sent-form.ts'

type OtherSite = {
  /** The origin of the other site; null if there is none or if it is unknown. */
  from: string | null
  isElsewhere: boolean
  /** The origin of the window that opened the page and gets a message with the outcome; null for none. */
  tells: string | null
  /** The thank-you page of the other site, in place of ours; null for ours. */
  thanks: string | null
}

type Known = { sender: string | null; host: string; publicUrl: string; embedOrigins: readonly string[] }

/** Finds out on which site a form was. Only listed sites get a message or a redirect. */
export function otherSiteOf(sent: SentForm, { sender, host, publicUrl, embedOrigins }: Known): OtherSite {
  const isListed = (origin: string | null) => origin !== null && embedOrigins.includes(origin)
  const embed = sent.get('embed')
  if (sender !== null && !isListed(sender) && isOwnOrigin(sender, { host, publicUrl })) {
    if (embed !== 'frame') return { from: null, isElsewhere: false, tells: null, thanks: null }
    // The frame is our own page, so it gets the message. Its field `site` names the site around it.
    const site = sent.get('site')
    return { from: isListed(site) ? site : null, isElsewhere: true, tells: sender, thanks: null }
  }
  if (!isListed(sender)) return { from: sender, isElsewhere: true, tells: null, thanks: null }
  const thanks = URL.parse(sent.get('thanks'))
  return {
    from: sender,
    isElsewhere: true,
    tells: embed ? sender : null,
    thanks: thanks && isListed(thanks.origin) && !thanks.username && !thanks.password ? thanks.href : null,
  }
}
