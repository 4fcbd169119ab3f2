import { isOwnOrigin } from '../http/is-from-here.ts'
import type { SentForm } from './sent-form.ts'

type OtherSite = {
  from: string | null
  isElsewhere: boolean
  /** The window that opened the page and gets a message with the outcome. */
  tells: string | null
  /** In place of our thank-you page. */
  thanks: string | null
}

type Known = { sender: string | null; host: string; publicUrl: string; embedOrigins: readonly string[] }

/** Only listed sites get a message or a redirect. */
export function otherSiteOf(sent: SentForm, { sender, host, publicUrl, embedOrigins }: Known): OtherSite {
  const isListed = (origin: string | null) => origin !== null && embedOrigins.includes(origin)
  const embed = sent.get('embed')
  if (sender !== null && !isListed(sender) && isOwnOrigin(sender, { host, publicUrl })) {
    if (embed !== 'frame') return { from: null, isElsewhere: false, tells: null, thanks: null }
    // The frame is our own page, so it gets the message. `site` names the site around it.
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
