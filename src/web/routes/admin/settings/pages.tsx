import type { ComponentType } from 'react'
import type { Role } from '#shared/owner/accounts.ts'
import { AccountsView } from './accounts-view.tsx'
import { ActsView } from '../entries/acts-view.tsx'
import type { Trouble } from '../integrations/use-troubles.tsx'
import { ProgramsView } from '../integrations/programs-view.tsx'
import type { SectionProps } from '../state/use-view.ts'
import type { View } from '../state/view.ts'
import { BackupsPage } from './backups-page.tsx'
import { Checklist } from './checklist.tsx'
import { EmbedPage } from './embed-page.tsx'
import { MailRecords, MailServer } from './mail-server.tsx'
import { MailState, ServicesPage } from './services-page.tsx'
import { RewardsPage } from './rewards-page.tsx'
import { RulesPage } from './rules-page.tsx'
import { SettingField } from './setting-field.tsx'
import { SettingForm } from './setting-form.tsx'
import type { Settings } from './use-settings.ts'

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
