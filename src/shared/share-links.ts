import { share } from '#site/referral.ts'

/** Where a network lets people post a referral link. */
export const shareLinks = {
  twitter: (link: string) => `https://x.com/intent/tweet?${new URLSearchParams({ text: share.text, url: link })}`,
  facebook: (link: string) => `https://www.facebook.com/sharer/sharer.php?${new URLSearchParams({ u: link })}`,
  /** Has no address to share to. */
  instagram: () => 'https://www.instagram.com/',
}
