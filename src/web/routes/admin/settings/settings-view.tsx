import { FIELD_NAMES, fieldOf, SETTING_GROUPS, type SettingGroup } from '#shared/owner/setting-fields.ts'
import type { SectionProps } from '../view/section-props.ts'
import { buttonStyle } from '../../../ui/button.ts'
import { SectionHead } from '../ui/section-head.tsx'
import { ViewLink } from '../view/view-link.tsx'
import { viewPath } from '../view/view.ts'
import { ChairNote } from '../ui/chair-note.tsx'
import { GROUP_NOTES } from './words.ts'
import { BackupPanel } from './backup-panel.tsx'
import { Checklist } from './checklist.tsx'
import { EmbedPanel } from './embed-panel.tsx'
import { MailProof } from './mail-records.tsx'
import { MailServer } from './mail-server.tsx'
import { SaveBar } from './save-bar.tsx'
import { ServiceSteps } from './service-steps.tsx'
import { SettingField } from './setting-field.tsx'
import { type Editing, useSettings } from './use-settings.ts'
import { VersionPanel } from './version-panel.tsx'

/** Every setting that needs no restart, in groups. Changes wait for Save, which stores all of them or none. */
export function SettingsView({ view, onChange }: SectionProps) {
  const { editing, saving, isPending } = useSettings()
  return (
    <section aria-labelledby="settings" className="settings">
      <SectionHead
        id="settings"
        title="Settings"
        lead="They take effect within five seconds, without a restart. Every change can be undone under Activity."
      />
      {editing ? (
        <>
          {editing.view.no_secrets && <p className="settings-note">{editing.view.no_secrets}</p>}
          {editing.view.unknown.length > 0 && (
            <p className="settings-note">
              Another version of this program has stored {editing.view.unknown.join(', ')}. They are kept, and not used.
            </p>
          )}
          <Checklist view={view} onChange={onChange} />
          <Groups />
          <Ledger key={saving.generation} editing={editing} view={view} onChange={onChange} />
          <SaveBar count={Object.keys(editing.draft).length} saving={saving} />
        </>
      ) : (
        <ChairNote>{isPending ? 'Loading data...' : NOT_NOW}</ChairNote>
      )}
    </section>
  )
}

type LedgerProps = Pick<SectionProps, 'view' | 'onChange'> & { editing: Editing }

/** All groups of settings, and links to the settings that have a page of their own. */
function Ledger({ editing, view, onChange }: LedgerProps) {
  return (
    <div className="ledger">
      <Elsewhere
        title="Site"
        note="What visitors read and see."
        label="Words, questions, colour"
        to="site"
        view={view}
        onChange={onChange}
      />
      {(Object.keys(SETTING_GROUPS) as SettingGroup[]).map((group) => (
        <Group key={group} group={group} editing={editing} />
      ))}
      <Elsewhere
        title="Other programs"
        note="Programs that may use this list, and the webhooks and chats that it tells."
        label="API keys and webhooks"
        to="programs"
        view={view}
        onChange={onChange}
      />
    </div>
  )
}

/** Links to each group, because the page is long. */
function Groups() {
  return (
    <nav aria-label="Groups of settings" className="settings-groups">
      {Object.entries({ site: 'Site', ...SETTING_GROUPS, programs: 'Other programs' }).map(([group, name]) => (
        <a key={group} href={`#settings-${group}`} className="segment">
          {name}
        </a>
      ))}
    </nav>
  )
}

type ElsewhereProps = Pick<SectionProps, 'view' | 'onChange'> & {
  title: string
  note: string
  label: string
  to: 'site' | 'programs'
}

/** A link to settings that have a page of their own. */
function Elsewhere({ title, note, label, to, view, onChange }: ElsewhereProps) {
  const change = { view: to } as const
  return (
    <section aria-labelledby={`settings-${to}`} className="ledger-entry">
      <div className="ledger-name">
        <h3 id={`settings-${to}`}>{title}</h3>
        <p className="text-small text-muted">{note}</p>
      </div>
      <div className="ledger-body">
        <ViewLink
          href={viewPath({ ...view, ...change })}
          onFollow={() => onChange(change)}
          className={buttonStyle('quiet', 'tool-button justify-self-start')}
        >
          {label}
        </ViewLink>
      </div>
    </section>
  )
}

const NOT_NOW = 'The settings could not be loaded. The page tries again every half minute.'

function Group({ group, editing }: { group: SettingGroup; editing: Editing }) {
  const names = FIELD_NAMES.filter((name) => fieldOf(name).group === group)
  return (
    <section aria-labelledby={`settings-${group}`} className="ledger-entry">
      <div className="ledger-name">
        <h3 id={`settings-${group}`}>{SETTING_GROUPS[group]}</h3>
        <p className="text-small text-muted">{GROUP_NOTES[group]}</p>
      </div>
      <div className="ledger-body">
        {group === 'notion' || group === 'beehiiv' ? (
          <ServiceSteps service={group} editing={editing} />
        ) : (
          names.map((name) =>
            name === 'SMTP_URL' ? (
              <MailServer key={name} editing={editing} />
            ) : (
              <SettingField key={name} name={name} editing={editing} />
            ),
          )
        )}
        {group === 'embedding' && <EmbedPanel />}
        {group === 'mail' && <MailProof />}
        {group === 'backups' && <BackupPanel />}
        {group === 'version' && <VersionPanel />}
      </div>
    </section>
  )
}
