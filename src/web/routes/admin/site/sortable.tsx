import {
  type Active,
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  type Over,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import type { FocusEventHandler, ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { fieldId } from './paths.ts'

type ListProps = { ids: string[]; onMove: (from: number, to: number) => void; children: ReactNode }

/** Drag one by its handle, or press Space on it and then the arrow keys. A page that glides would leave it behind. */
export function SortableList({ ids, onMove, children }: ListProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates, scrollBehavior: 'auto' }),
  )

  function drop({ active, over }: DragEndEvent) {
    if (over && active.id !== over.id) onMove(ids.indexOf(String(active.id)), ids.indexOf(String(over.id)))
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements: ANNOUNCEMENTS }}
      onDragEnd={drop}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <ol className="site-questions">{children}</ol>
      </SortableContext>
    </DndContext>
  )
}

type Moving = { active: Active; over: Over | null }

/** For screen readers. */
const ANNOUNCEMENTS: Announcements = {
  onDragStart: ({ active }) => `Moving ${titleOf(active)}.`,
  onDragOver: placeOf,
  onDragEnd: (moving) => `Dropped. ${placeOf(moving)}`,
  onDragCancel: ({ active }) => `${titleOf(active)} is back in its place.`,
}

function titleOf({ data }: Active): string {
  return String(data.current?.title)
}

function placeOf({ active, over }: Moving): string {
  const { index, items } = (over ?? active).data.current!.sortable as { index: number; items: unknown[] }
  return `${titleOf(active)} is number ${index + 1} of ${items.length}.`
}

export function moved<Item>(list: readonly Item[], from: number, to: number): Item[] {
  return arrayMove([...list], from, to)
}

type ItemProps = {
  id: string
  path: string
  title: string
  /** In place of the title. */
  words?: ReactNode
  isFixed: boolean
  isInvalid?: boolean
  isArchived?: boolean | undefined
  /** A short field in place of the title. */
  isRow?: boolean
  acts: ReactNode
  onBlur?: FocusEventHandler
  children?: ReactNode
}

export function SortableItem(props: ItemProps) {
  const { id, path, title, words, isFixed, isInvalid, isArchived, isRow = false, acts, onBlur, children } = props
  const { setNodeRef, transform, isDragging, attributes, listeners, setActivatorNodeRef } = useSortable({
    id,
    data: { title },
    disabled: { draggable: isFixed, droppable: isFixed },
  })
  return (
    <li
      ref={setNodeRef}
      id={fieldId(path)}
      tabIndex={-1}
      className={isRow ? 'site-row' : 'site-question'}
      data-archived={isArchived || undefined}
      data-invalid={isInvalid || undefined}
      data-dragging={isDragging || undefined}
      onBlur={onBlur}
      style={{ transform: transform ? `translate3d(0, ${transform.y}px, 0)` : undefined }}
    >
      <div className="site-question-head">
        {!isFixed && (
          <button
            type="button"
            ref={setActivatorNodeRef}
            {...attributes}
            {...listeners}
            aria-label={`Move: ${title}`}
            className="site-handle"
          >
            ⠿
          </button>
        )}
        {isRow ? (
          <div className="min-w-0 grow">{children}</div>
        ) : (
          (words ?? <strong className="min-w-0 grow font-medium wrap-anywhere">{title}</strong>)
        )}
        {acts}
      </div>
      {!isRow && children}
    </li>
  )
}

export function OpenButton({ title, isOpen, onPress }: { title: string; isOpen: boolean; onPress: () => void }) {
  const label = isOpen ? 'Close' : 'Edit'
  return (
    <Button
      kind="bare"
      className="min-w-18 shrink-0"
      aria-label={`${label}: ${title}`}
      aria-expanded={isOpen}
      onClick={onPress}
    >
      {label}
    </Button>
  )
}
