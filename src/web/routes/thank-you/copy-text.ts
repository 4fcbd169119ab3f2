import { notify } from '../../ui/notify.ts'

/** If the browser refuses, selects the text on the page and returns false. */
export async function copyText({ text, source }: { text: string; source: HTMLElement | null }): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    void notify('copy', { title: 'Copied!', timeout: 2000 })
    return true
  } catch (error) {
    console.warn('The browser does not let us copy', error)
    if (source) getSelection()?.selectAllChildren(source)
    void notify('copy', {
      title: 'Please copy it yourself',
      description: 'It is selected for you: press Ctrl+C, ⌘C or hold it.',
    })
    return false
  }
}
