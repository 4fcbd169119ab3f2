import { type Html, html } from '../../emails/html.ts'
import type { Faults } from './plain-html.ts'

/** `proof`: the CSRF token in the forms of this browser. */
export type Held = { proof: string; faults?: Faults }

export function heldForm(action: string, { proof }: Held, content: Html): Html {
  return html`<form method="post" action="${action}" class="plain-form">
    <input type="hidden" name="proof" value="${proof}" />
    ${content}
  </form>`
}

export function button(label: string, act = '', look = ''): Html {
  return html`<p><button type="submit" name="act" value="${act}" class="plain-button ${look}">${label}</button></p>`
}
