import { useId, useRef } from 'react'
import { site } from '#shared/site/site.ts'
import { referralLink } from '#shared/site/paths.ts'
import { CopyButton } from './copy-button.tsx'
import { ShareButtons } from './share-buttons.tsx'

type ReferralPanelProps = { code: string; title: string; promise: string }

export function ReferralPanel({ code, title, promise }: ReferralPanelProps) {
  const link = referralLink(location.origin, code)
  const codeText = useRef<HTMLParagraphElement>(null)
  const linkText = useRef<HTMLParagraphElement>(null)
  const heading = useId()
  const { copyCode, copyLink } = site().thankYou.sharing

  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="text-title">
        {title}
      </h2>
      <p className="mt-2 text-lead text-muted">{promise}</p>
      <div className="mt-6 border-t border-line">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-3">
          <div className="min-w-0 grow basis-36">
            <p className="text-small text-muted">{site().thankYou.sharing.code}</p>
            <p ref={codeText} className="code text-heading wrap-anywhere">
              <bdi>{code}</bdi>
            </p>
          </div>
          <CopyButton label={copyCode.label} name={copyCode.title} text={code} source={codeText} />
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-3">
          <div className="min-w-0 grow basis-36">
            <p className="text-small text-muted">{site().thankYou.sharing.link}</p>
            <p ref={linkText} className="wrap-anywhere">
              <bdi>
                {link.slice(0, link.indexOf('?'))}
                <wbr />
                {link.slice(link.indexOf('?'))}
              </bdi>
            </p>
          </div>
          <CopyButton label={copyLink.label} name={copyLink.title} text={link} source={linkText} />
        </div>
      </div>
      <ShareButtons link={link} source={linkText} />
    </section>
  )
}
