/** How a referral link was shared. */
export type ShareMethod = 'copy_clipboard' | 'instagram' | 'twitter' | 'facebook' | 'native_share'

/** Every event the site reports. No event carries an answer, an address or a code. */
export type AnalyticsEvent =
  | { name: 'page_view'; path: string; title: string }
  | { name: 'form_step_complete'; step_index: number; step_name: string }
  | { name: 'waitlist_submission'; has_referral: boolean }
  | { name: 'referral_used' }
  | { name: 'share'; method: ShareMethod; content_type: 'referral_link' }
