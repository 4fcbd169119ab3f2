import { site } from '#shared/site/site.ts'
import { buttonStyle } from '../../../ui/button.ts'

type EditorButtonsProps = { isSaving: boolean; canSave?: boolean; onCancel: () => void }

/** Save and Cancel, under the editor of an answer. */
export function EditorButtons({ isSaving, canSave = true, onCancel }: EditorButtonsProps) {
  const { saving, save, cancel } = site().place.answers
  return (
    <div className="mt-4 flex flex-wrap gap-3">
      <button
        type="submit"
        disabled={!canSave}
        aria-disabled={isSaving || undefined}
        className={buttonStyle('primary', 'grow tablet:min-w-32 tablet:grow-0')}
      >
        {isSaving ? saving : save}
      </button>
      <button
        type="button"
        aria-disabled={isSaving || undefined}
        onClick={() => isSaving || onCancel()}
        className={buttonStyle('quiet')}
      >
        {cancel}
      </button>
    </div>
  )
}
