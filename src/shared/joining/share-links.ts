import { site } from '../site/site.ts'

export const shareLinks = {
  twitter: (link: string) =>
    `https://x.com/intent/tweet?${new URLSearchParams({ text: site().share.text, url: link })}`,
  facebook: (link: string) => `https://www.facebook.com/sharer/sharer.php?${new URLSearchParams({ u: link })}`,
  instagram: () => 'https://www.instagram.com/',
}
