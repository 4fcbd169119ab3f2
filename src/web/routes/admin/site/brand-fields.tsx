import { colorsOf } from '#shared/site/brand-colors.ts'
import { FACE_NAMES, FACES } from '#shared/site/faces.ts'
import { dayAt, lastDayOf } from '#shared/site/opening.ts'
import type { SiteDocument } from '#shared/site/site.ts'
import { ROUTES } from '#shared/routes.ts'
import { addressOf } from '../../../calls/call.ts'
import { PartFields } from './part-fields.tsx'
import { fieldId, withValue } from './paths.ts'
import { TemplateField } from './template-field.tsx'
import { PictureField } from '../ui/upload.tsx'
import type { Draft } from './use-draft.ts'
import { type Problems, WordField } from './word-fields.tsx'
import { Field } from '../../../ui/form.tsx'
import { Check, Select } from '../../../ui/choices.tsx'

const BRAND: [path: string, label: string, hint?: string | ((document: SiteDocument) => string)][] = [
  ['brand.name', 'Name', 'Write {brand} to use it in any other text.'],
  ['brand.launch', 'Opening', openingHint],
  ['brand.opens', 'Opening, on tickets', 'Include {launch}.'],
  ['brand.opensLine', 'Opening, in the footer'],
]
const CONTACT: typeof BRAND = [
  ['brand.pitch', 'Pitch, in one sentence', 'Shown by search engines and link previews.'],
  ['brand.supportEmail', 'Support email', 'Named on the privacy page. Write {support} to use it in any other text.'],
]

export function BrandFields({ draft, problems }: { draft: Draft; problems: Problems }) {
  const fields = (list: typeof BRAND) =>
    list.map(([path, label, hint]) => (
      <WordField
        key={path}
        draft={draft}
        path={path}
        label={label}
        hint={typeof hint === 'function' ? hint(draft.document) : hint}
        problem={problems[path]}
      />
    ))
  return (
    <>
      {draft.view.file === null && <TemplateField draft={draft} />}
      {fields(BRAND)}
      <ColorField draft={draft} />
      <PaperField draft={draft} problem={problems['look.paper']} />
      <Select
        id={fieldId('look.face')}
        label="Headline font"
        options={FACE_OPTIONS}
        value={draft.document.look.face}
        disabled={draft.view.file !== null}
        onValueChange={(face) => draft.change((now) => withValue(now, 'look.face', face))}
      />
      <LogoField draft={draft} />
      {fields(CONTACT)}
      <PartFields draft={draft} problems={problems} paths={['brand.address']} />
    </>
  )
}

function openingHint({ brand, languages }: SiteDocument): string {
  const last = lastDayOf(brand.launch, languages.first)
  const use = 'Write {launch} to use it in any other text.'
  if (last === null) return `A date, a month, a season or other words. ${use}`
  const day = new Date(last).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
  return last < dayAt(new Date(), new Intl.DateTimeFormat().resolvedOptions().timeZone)
    ? `This date has passed (${day}), so your pages don’t mention the opening.`
    : `Shown until ${day}. ${use}`
}

/** With a button in it on light and on dark pages, whose text is ink or white. */
function ColorField({ draft }: { draft: Draft }) {
  const { document, view, change } = draft
  const { color, paper } = document.look
  const { light, dark, onVelvet } = colorsOf(color, paper)
  const shades = [
    light.velvet !== color && `Light pages use ${light.velvet}, so that it stands out.`,
    dark.velvet !== color && `Dark pages use ${dark.velvet}, so that it stands out.`,
  ].filter(Boolean)
  return (
    <Field
      id={fieldId('look.color')}
      label="Brand colour"
      hint={['Text on it is dark or white, whichever is easier to read.', ...shades].join(' ')}
      aside={color !== (view.document as typeof document).look.color && 'Changed'}
      type="color"
      disabled={view.file !== null}
      value={color}
      onValueChange={(next) => change((now) => withValue(now, 'look.color', next), 'look.color')}
    >
      <span className="site-color">
        <Sample name="Light" paper={light.paper} velvet={light.velvet} ink={onVelvet.ink} />
        <Sample name="Dark" paper={dark.paper} velvet={dark.velvet} ink={onVelvet.ink} />
      </span>
    </Field>
  )
}

function PaperField({ draft, problem }: { draft: Draft; problem: string | undefined }) {
  const { document, view, change } = draft
  return (
    <Field
      id={fieldId('look.paper')}
      label="Background colour"
      hint="For light pages. Choose a light colour: the text is dark."
      problem={problem ? `This ${problem}.` : null}
      aside={document.look.paper !== (view.document as typeof document).look.paper && 'Changed'}
      type="color"
      disabled={view.file !== null}
      value={document.look.paper}
      onValueChange={(next) => change((now) => withValue(now, 'look.paper', next), 'look.paper')}
    />
  )
}

const FACE_OPTIONS = FACES.map((value) => ({ value, label: FACE_NAMES[value] }))

function Sample({ name, paper, velvet, ink }: Record<'name' | 'paper' | 'velvet' | 'ink', string>) {
  return (
    <svg viewBox="0 0 120 44" className="site-sample" role="img" aria-label={`${name}: a button in this colour`}>
      <rect width="120" height="44" rx="8" fill={paper} />
      <rect x="10" y="8" width="100" height="28" rx="6" fill={velvet} />
      <text x="60" y="27" textAnchor="middle" fontSize="13" fontWeight="600" fill={ink}>
        {name}
      </text>
    </svg>
  )
}

type Logo = NonNullable<Draft['document']['look']['logo']>

function LogoField({ draft }: { draft: Draft }) {
  const { document, view, change } = draft
  const { logo } = document.look
  const shown = { name: document.brand.name, look: document.look }
  const set = (next: Logo | null) => change((now) => withValue(now, 'look.logo', next))
  return (
    <PictureField
      id={fieldId('look.logo')}
      label="Logo"
      kind="logo"
      picture={
        logo && (
          <span className="site-color">
            <ShownLogo {...shown} logo={logo} mode="light" />
            <ShownLogo {...shown} logo={logo} mode="dark" />
          </span>
        )
      }
      hint="Used in your header, browser tab and home screen. Outline text in SVGs."
      isFixed={view.file !== null}
      onChange={(drawn) => set(drawn && { ...drawn, hasName: logo?.hasName ?? false })}
    >
      {logo && (
        <Check
          label="My logo includes the name"
          checked={logo.hasName}
          onChange={(hasName) => set({ ...logo, hasName })}
        />
      )}
    </PictureField>
  )
}

type ShownProps = { logo: Logo; name: string; look: Draft['document']['look']; mode: 'light' | 'dark' }

function ShownLogo({ logo: { hash, width, height, hasName }, name, look, mode }: ShownProps) {
  const { paper, ink } = colorsOf(look.color, look.paper)[mode]
  return (
    <span className="site-logo-shown" style={{ background: paper, color: ink }}>
      <img src={addressOf(ROUTES.logo, { hash })} width={width} height={height} alt={`The logo on ${mode} pages`} />
      {!hasName && <span className="site-name">{name}</span>}
    </span>
  )
}
