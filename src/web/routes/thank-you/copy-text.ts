import { site } from '#shared/site/site.ts'
import { notify } from '../../ui/notify.ts'

/** If the browser refuses, selects the text on the page and returns false. */
export async function copyText({ text, source }: { text: string; source: HTMLElement | null }): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    void notify('copy', { title: site().thankYou.copied, timeout: 2000 })
    return true
  } catch (error) {
    console.warn('The browser does not let us copy', error)
    if (source) getSelection()?.selectAllChildren(source)
    void notify('copy', site().thankYou.copyByHand)
    return false
  }
}
