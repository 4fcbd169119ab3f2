import { useRef, useState } from 'react'
import type { ActRequest } from '#shared/list/act-requests.ts'
import { site } from '#shared/site/site.ts'
import type { WavesPage } from '#shared/list/waves.ts'
import { useAct } from '../acts/use-act.ts'
import { activeFilters } from '../filters/filter-words.ts'
import { SectionHead } from '../ui/section-head.tsx'
import type { SectionProps } from '../view/use-view.ts'
import { useOwnerZone } from '../../../ui/owner-time.ts'
import { Gaps } from '../ui/gaps.tsx'
import { type WavePeople, WaveWho, useWavePeople } from './wave-who.tsx'
import { WaveMail } from './wave-mail.tsx'
import { NOW, problemsOf, timingSentence, toTiming, WaveTime, type Timing } from './wave-time.tsx'
import { people } from '../filters/wave-words.ts'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { several } from '../ui/words.ts'

type WaveMakerProps = Pick<SectionProps, 'view' | 'onChange' | 'onOpen'> & {
  page: WavesPage | undefined
  onClose: () => void
}

export function WaveMaker({ view, page, onChange, onOpen, onClose }: WaveMakerProps) {
  const acting = useAct()
  const section = useRef<HTMLElement>(null)
  const chosen = useWavePeople(view)
  const [mail, setMail] = useState(usualMail)
  const [timing, setTiming] = useState<Timing>(NOW)
  const [invited, setInvited] = useState<number | null>(null)
  const limits = invited !== null && invited < chosen.count ? limitsOf(chosen) : ''
  const gaps = page?.gaps ?? []
  const canSend = gaps.every(({ setting }) => setting !== 'PRODUCT_URL') && invited !== null && invited > 0
  const timeZone = useOwnerZone()
  const { at, pace } = problemsOf(timing, timeZone)
  const isWhole = mail.subject.trim() !== '' && mail.text.trim() !== '' && at === null && pace === null

  function send() {
    // The wave may be made late, when the owner has opened another one or a new form.
    void acting.make(requestOf({ chosen, mail, timing, timeZone }), () => section.current && onClose())
  }

  return (
    <section ref={section} aria-labelledby="new-wave" className="section-page wave-maker">
      <Head days={page?.invitation_days ?? 7} onClose={onClose} />
      <Gaps gaps={gaps} view={view} onChange={onChange} />
      <WaveWho chosen={chosen} onOpen={onOpen} onInvited={setInvited} />
      <WaveMail mail={mail} onChange={setMail} />
      <WaveTime timing={timing} hasSearch={chosen.hasSearch} onChange={setTiming} />
      <div className="wave-send">
        <SendButton
          isDisabled={!canSend || !isWhole || acting.isActing}
          whom={invited === null ? null : people(invited) + limits}
          timing={timingSentence(timing, timeZone)}
          onSend={send}
        />
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </section>
  )
}

type Mail = { subject: string; text: string }

function usualMail(): Mail {
  const { subject, text } = site().mails.invitation
  return { subject, text }
}

type NewWave = { chosen: WavePeople; mail: Mail; timing: Timing; timeZone: string }

function requestOf({ chosen, mail, timing, timeZone }: NewWave): ActRequest {
  const { select, count, hasSearch, includesEnded } = chosen
  return {
    kind: 'wave',
    select: { ...select, count },
    ...mail,
    ...toTiming(timing, timeZone),
    fills: timing.fills && !hasSearch,
    includes_ended: includesEnded,
  }
}

function limitsOf({ who, filters: { q } }: WavePeople): string {
  const names = [...activeFilters(who).map(({ words }) => words), ...(q ? [`“${q}”`] : [])]
  return names.length > 0 ? ` (${names.join(', ')})` : ''
}

function Head({ days, onClose }: { days: number; onClose: () => void }) {
  return (
    <SectionHead
      id="new-wave"
      title="New wave"
      lead={`Invite the next people in line. Each has ${several(days, 'day')} to accept.`}
      back="All waves"
      onBack={onClose}
    />
  )
}

type SendButtonProps = { isDisabled: boolean; whom: string | null; timing: string; onSend: () => void }

/** `whom`: null until it is known. */
function SendButton({ isDisabled, whom, timing, onSend }: SendButtonProps) {
  return (
    <Confirm
      label={whom === null ? 'Invite' : `Invite ${whom}`}
      confirmLabel="Invite"
      kind="primary"
      disabled={isDisabled}
      title={`Invite ${whom}?`}
      consequence={`${timing} You can call an email back until it’s sent. After that, it can’t be taken back.`}
      onConfirm={onSend}
    />
  )
}
