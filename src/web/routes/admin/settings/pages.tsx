import { type ComponentType, useState } from 'react'
import type { Role } from '#shared/owner/accounts.ts'
import { AccountsView } from './accounts-view.tsx'
import { ActsView } from '../entries/acts-view.tsx'
import type { Trouble } from '../integrations/service.tsx'
import { ProgramsView } from '../integrations/programs-view.tsx'
import type { SectionProps } from '../state/use-view.tsx'
import type { View } from '../state/view.ts'
import { BackupsPage } from './backups-page.tsx'
import { Checklist } from './checklist.tsx'
import { MailRecords, MailServer } from './mail-server.tsx'
import { MailState, ServicesPage } from './services-page.tsx'
import { RewardsPage } from './rewards-page.tsx'
import { RulesPage } from './rules-page.tsx'
import { SettingField } from './setting-field.tsx'
import { SettingForm } from './setting-form.tsx'
import type { Settings } from './use-settings.ts'
import { paths } from '#shared/site/paths.ts'
import { Copy } from '../../../ui/button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Segments } from '../../../ui/choices.tsx'

/** `settings`: null while they load, and for everybody but owners. */
export type PageProps = SectionProps & { settings: Settings | null }

type Page = {
  view: View['view']
  label: string
  lead: string
  role: Role
  trouble?: Trouble
  Body: ComponentType<PageProps>
}

export const PAGES: readonly Page[] = [
  {
    view: 'settings',
    label: 'General',
    lead: 'Where people find your waitlist.',
    role: 'owner',
    Body: ({ settings }) => settings && <SettingForm settings={settings} of="general" />,
  },
  {
    view: 'settings/mail',
    label: 'Mail',
    lead: 'Welcome emails, referral news and invitations go out through your mail service.',
    role: 'manager',
    trouble: 'mail',
    Body: (props) => (
      <>
        {props.settings && (
          <SettingForm settings={props.settings} of="mail">
            <MailServer editing={props.settings.editing} />
            <SettingField name="MAIL_FROM" editing={props.settings.editing} />
            <SettingField name="OWNERS_SEND" editing={props.settings.editing} />
          </SettingForm>
        )}
        <MailState {...props} />
        {props.settings && <MailRecords />}
      </>
    ),
  },
  {
    view: 'settings/rules',
    label: 'Rules',
    lead: 'How people join, and how friends move them up.',
    role: 'manager',
    Body: RulesPage,
  },
  {
    view: 'settings/rewards',
    label: 'Rewards',
    lead: 'What people get for the friends they bring.',
    role: 'manager',
    Body: RewardsPage,
  },
  {
    view: 'settings/invites',
    label: 'Invites',
    lead: 'The product that invited people go to.',
    role: 'owner',
    Body: ({ settings }) => settings && <SettingForm settings={settings} of="invites" />,
  },
  {
    view: 'settings/embed',
    label: 'Embed',
    lead: 'Your waitlist form on your other sites.',
    role: 'owner',
    Body: EmbedPage,
  },
  {
    view: 'settings/team',
    label: 'Team',
    lead: 'Who can open this dashboard, and what they can do.',
    role: 'reader',
    Body: AccountsView,
  },
  {
    view: 'settings/services',
    label: 'Services',
    lead: 'Other tools that get everyone who joins.',
    role: 'manager',
    trouble: 'services',
    Body: ServicesPage,
  },
  {
    view: 'settings/backups',
    label: 'Backups',
    lead: 'A copy of your whole list, restored once to check it.',
    role: 'manager',
    trouble: 'backups',
    Body: BackupsPage,
  },
  {
    view: 'settings/api',
    label: 'API & webhooks',
    lead: 'Connect other apps to your waitlist.',
    role: 'owner',
    trouble: 'api',
    Body: ProgramsView,
  },
  {
    view: 'settings/activity',
    label: 'Activity',
    lead: 'Everything you and your team changed. Most of it can be undone.',
    role: 'reader',
    Body: ActsView,
  },
  {
    view: 'settings/advanced',
    label: 'Advanced',
    lead: 'Limits and retention. The defaults are fine for most lists.',
    role: 'owner',
    Body: ({ settings }) => settings && <Advanced settings={settings} />,
  },
  {
    view: 'settings/checklist',
    label: 'Checklist',
    lead: 'What to set up before you share your link.',
    role: 'owner',
    Body: Checklist,
  },
]

function Advanced({ settings }: { settings: Settings }) {
  const { unknown } = settings.editing.view
  return (
    <>
      {unknown.length > 0 && (
        <p className="settings-note">
          Another version of this program stored {unknown.join(', ')}. They are kept but not used.
        </p>
      )}
      <SettingForm settings={settings} of="advanced" />
    </>
  )
}

/** `ours`: the address of this list. */
const WAYS = [
  {
    name: 'Element',
    note: 'Best wherever you can paste a script. It follows the language of your page.',
    snippet: (ours: string) =>
      `<script src="${ours}${paths.embedScript}" async></script>\n<firstchair-waitlist font="inherit">\n  <a href="${ours}/">Join the waitlist</a>\n</firstchair-waitlist>`,
  },
  {
    name: 'Frame',
    note: 'For site builders that don’t allow scripts. In German, for example, use /de/embed. Add your site above first. The script below the frame adjusts its height; leave it out where scripts aren’t allowed.',
    snippet: (ours: string) =>
      `<iframe id="waitlist" src="${ours}${paths.embed}" title="Waitlist" width="100%" height="320" style="border: 0"></iframe>
<script>
  addEventListener('message', ({ origin, data }) => {
    if (origin === '${ours}' && data?.firstchair === 'height')
      document.getElementById('waitlist').height = Math.min(data.height, 2000)
  })
</script>`,
  },
  {
    name: 'Form',
    note: 'A form with your own design. “thanks” leads back to a page on one of the sites above. Leave it out to use ours.',
    snippet: (ours: string) =>
      `<form method="post" action="${ours}${paths.join}">\n  <label>Your email <input name="email" type="email" required /></label>\n  <input type="hidden" name="thanks" value="https://your-site.example/thanks" />\n  <button>Join the waitlist</button>\n</form>`,
  },
] as const
type Way = (typeof WAYS)[number]

function EmbedPage({ settings }: PageProps) {
  const [chosen, setChosen] = useState<Way>(WAYS[0])
  if (!settings) return null
  const ours = settings.editing.settingOf('PUBLIC_URL').value ?? location.origin
  return (
    <>
      <SettingForm settings={settings} of="embed" />
      <Panel title="Code to paste" note={chosen.note}>
        <div className="grid justify-items-start gap-3">
          <Segments
            label="Way"
            options={WAYS.map(({ name }) => ({ value: name, label: name }))}
            value={chosen.name}
            onChange={(name) => setChosen(WAYS.find((way) => way.name === name)!)}
          />
          <Copy text={chosen.snippet(ours)} isShown />
        </div>
      </Panel>
      <Panel title="Preview">
        {/* The page that other sites embed. It is our own, so it needs no sandbox. */}
        {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
        <iframe
          src={paths.embed}
          title="The form as other sites show it"
          className="h-56 w-full max-w-xl rounded-control border border-dashed border-edge"
        />
      </Panel>
    </>
  )
}
