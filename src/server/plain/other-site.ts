import type { SentForm } from './sent-form.ts'

type OtherSite = {
  /** The origin of the other site; null: none, or one that is not known. */
  from: string | null
  isElsewhere: boolean
  /** The origin of the window that opened the page and is told of the place. */
  tells: string | null
  /** The page that thanks in place of ours. */
  thanks: string | null
}

type Known = { sender: string | null; publicUrl: string; embedOrigins: readonly string[] }

/** What a form says about the site that it was on. Only listed sites are told anything, or led to. */
export function otherSiteOf(sent: SentForm, { sender, publicUrl, embedOrigins }: Known): OtherSite {
  const isListed = (origin: string | null) => origin !== null && embedOrigins.includes(origin)
  const embed = sent.get('embed')
  if (sender === publicUrl) {
    if (embed !== 'frame') return { from: null, isElsewhere: false, tells: null, thanks: null }
    // The frame is our own page, so it is told itself. It names the site around it.
    const site = sent.get('site')
    return { from: isListed(site) ? site : null, isElsewhere: true, tells: publicUrl, thanks: null }
  }
  if (!isListed(sender)) return { from: sender, isElsewhere: true, tells: null, thanks: null }
  const thanks = URL.parse(sent.get('thanks'))
  return {
    from: sender,
    isElsewhere: true,
    tells: embed ? sender : null,
    thanks: thanks && isListed(thanks.origin) && !thanks.username ? thanks.href : null,
  }
}
