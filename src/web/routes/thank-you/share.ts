import type { Shared } from '../../loading/handed.ts'

const COPIED_MS = 2000

/**
 * What a press on an element with `data-share` does besides following its link. Not by React, because early/sharing.ts
 * does it too, before the page is alive. Null: the person has cancelled it.
 */
export async function share(pressed: HTMLElement): Promise<Shared | null> {
  const { share, of, title, text = '' } = pressed.dataset
  const source = document.getElementById(of!)!
  const link = source.textContent!
  if (share === 'native_share') {
    const isShared = await navigator.share({ title: title!, text, url: link }).then(
      () => true,
      (error: DOMException) => {
        if (error.name !== 'AbortError') console.warn('Sharing failed', error)
      },
    )
    return isShared ? { method: share, notice: null } : null
  }
  if (share === 'twitter' || share === 'facebook') return { method: share, notice: null }
  const isCopied = await copy(text ? `${text} ${link}` : link, source)
  // Instagram has no URL for sharing.
  if (share === 'instagram') return { method: share, notice: isCopied ? 'copied' : 'copyByHand' }
  if (isCopied) confirm(pressed)
  return { method: isCopied && share === 'copy' ? 'copy_clipboard' : null, notice: isCopied ? 'copied' : 'copyByHand' }
}

async function copy(text: string, source: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch (error) {
    console.warn('The browser does not let us copy', error)
    getSelection()?.selectAllChildren(source)
    return false
  }
}

/** Styles write the words in place of the label. */
function confirm(button: HTMLElement) {
  const { copied, name } = button.dataset
  button.setAttribute('aria-label', copied!)
  button.dataset.done = ''
  setTimeout(() => {
    button.setAttribute('aria-label', name!)
    delete button.dataset.done
  }, COPIED_MS)
}
