import { site } from '#shared/site/site.ts'
import { buttonStyle } from '../../ui/button.ts'
import { CheckIcon } from '../../ui/icons.tsx'
import { CopyIcon, LockIcon } from '../../ui/share-icons.tsx'
import { pressToShare } from './press-to-share.ts'

type CopyButtonProps = {
  label: string
  name?: string
  /** The id of the element whose text is copied. */
  of: string
  /** Copying it counts as sharing. */
  isShared?: boolean
}

export function CopyButton({ label, name = label, of, isShared = true }: CopyButtonProps) {
  const { copied } = site().thankYou
  return (
    <button
      type="button"
      onClick={pressToShare}
      aria-label={name}
      data-share={isShared ? 'copy' : 'keep'}
      data-of={of}
      data-name={name}
      data-copied={copied}
      className={buttonStyle('quiet', 'min-w-32 shrink-0')}
    >
      <span className="copy-icon">{isShared ? <CopyIcon /> : <LockIcon />}</span>
      <span className="copied-icon">
        <CheckIcon />
      </span>
      <span className="copy-words" data-before={label} data-after={copied}>
        {label}
      </span>
    </button>
  )
}
