import { useId } from 'react'
import { colorsOf } from '#shared/site/brand-colors.ts'
import { LOGO_TYPES } from '#shared/site/logo.ts'
import { paths } from '#shared/site/paths.ts'
import { sendLogo } from '../../../api/admin/site.ts'
import { buttonStyle } from '../../../ui/button.ts'
import { FileButton } from './file-button.tsx'
import { withValue } from './paths.ts'
import type { Draft } from './use-draft.ts'
import { useUpload } from './use-upload.ts'

type Logo = NonNullable<Draft['document']['look']['logo']>

const HINT =
  'SVG, PNG, JPEG or WebP, up to 2 MB. It is drawn again for the header, for tabs and for home screens; the file itself is shown to nobody. Write letters in an SVG as shapes.'

/** The logo that replaces the chair, with a preview on light and on dark pages. */
export function LogoField({ draft }: { draft: Draft }) {
  const id = useId()
  const { document, view } = draft
  const { logo } = document.look
  const isChanged = JSON.stringify(logo) !== JSON.stringify((view.document as typeof document).look.logo)
  const set = (next: Logo | null) => draft.change((now) => withValue(now, 'look.logo', next))
  const { problem, isSending, send } = useUpload(sendLogo, (drawn) =>
    set({ ...drawn, hasName: logo?.hasName ?? false }),
  )

  return (
    <div className="setting" data-changed={isChanged || undefined} data-invalid={problem ? true : undefined}>
      <span id={id} className="site-label">
        Logo
      </span>
      {logo && (
        <span className="site-color">
          <Shown logo={logo} name={document.brand.name} color={document.look.color} mode="light" />
          <Shown logo={logo} name={document.brand.name} color={document.look.color} mode="dark" />
        </span>
      )}
      {view.file === null && (
        <span className="site-state-acts">
          <FileButton
            labelId={id}
            name="Logo file"
            accept={LOGO_TYPES.join()}
            isBusy={isSending}
            onChoose={(file) => void send(file)}
          >
            {isSending ? 'Drawing…' : logo ? 'Another file' : 'Choose a file'}
          </FileButton>
          {logo && <LogoActs logo={logo} onChange={set} />}
        </span>
      )}
      <output className={problem ? 'setting-problem' : 'setting-hint'}>{problem ?? HINT}</output>
    </div>
  )
}

type ShownProps = { logo: Logo; name: string; color: string; mode: 'light' | 'dark' }

/** A preview of the logo and the name in the page header. */
function Shown({ logo: { hash, width, height, hasName }, name, color, mode }: ShownProps) {
  const { paper, ink } = colorsOf(color)[mode]
  return (
    <span className="site-logo-shown" style={{ background: paper, color: ink }}>
      <img src={`${paths.api.adminSiteLogo}/${hash}`} width={width} height={height} alt={`The logo on ${mode} pages`} />
      {!hasName && <span className="site-name">{name}</span>}
    </span>
  )
}

function LogoActs({ logo, onChange }: { logo: Logo; onChange: (logo: Logo | null) => void }) {
  return (
    <>
      <button type="button" className={buttonStyle('bare')} onClick={() => onChange(null)}>
        Back to the chair
      </button>
      <label className="site-check">
        <input
          type="checkbox"
          checked={logo.hasName}
          onChange={({ target }) => onChange({ ...logo, hasName: target.checked })}
        />{' '}
        The name is part of it
      </label>
    </>
  )
}
