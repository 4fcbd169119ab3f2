import { type RefObject, useEffect, useState } from 'react'
import { site } from '#shared/site/site.ts'
import { track } from '../../analytics/track.ts'
import { buttonStyle } from '../../ui/button.ts'
import { CheckIcon } from '../../ui/icons.tsx'
import { CopyIcon, LockIcon } from '../../ui/share-icons.tsx'
import { copyText } from './copy-text.ts'

const COPIED_MS = 2000

type CopyButtonProps = {
  label: string
  name?: string
  text: string
  source: RefObject<HTMLElement | null>
  /** Copying it counts as sharing. */
  isShared?: boolean
}

export function CopyButton({ label, name, text, source, isShared = true }: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [copied])

  async function copy() {
    if (!(await copyText({ text, source: source.current }))) return
    setCopied(true)
    if (isShared) track({ name: 'share', method: 'copy_clipboard', content_type: 'referral_link' })
  }

  return (
    <button
      type="button"
      onClick={copy}
      aria-label={copied ? undefined : name}
      className={buttonStyle('quiet', 'min-w-32 shrink-0')}
    >
      {copied ? <CheckIcon /> : isShared ? <CopyIcon /> : <LockIcon />}
      <span className="copy-words" data-before={label} data-after={site().thankYou.copied}>
        {copied ? site().thankYou.copied : label}
      </span>
    </button>
  )
}
