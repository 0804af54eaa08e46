import { useLocalStorage } from '@mantine/hooks'
import type { MarkKind, PictureMark } from '@trowel/contract/picture-marks.js'
import { maxMarks } from '@trowel/contract/picture-marks.js'
import { useRef, useState } from 'react'
import {
  begun,
  changed,
  colours,
  continued,
  type Draft,
  draftOf,
  drawnTo,
  finished,
  markAt,
  movedTo,
  type Pencil,
  redone,
  undone,
} from './draft.js'
import type { Staged } from './picture-stage.js'
import type { Pen } from './use-gestures.js'
import type { Point } from './view.js'

export type Tool = MarkKind | 'select'

/** So near a finger comes to what it means; in pixels of the screen. */
const reach = 16
/** How far a key moves what is selected, as a part of the picture. */
const keyStep = 0.005

/** A mark that is drawn or moved: what it was when that began, and what it is by now. */
interface Drag {
  readonly from: Point
  readonly before: PictureMark
  readonly mark: PictureMark
  readonly at: number
}

/** Marks of a picture as a user draws them. */
export function useDrawing(stored: readonly PictureMark[]) {
  const [draft, setDraft] = useState(() => draftOf(stored))
  const [tool, setTool] = useState<Tool>('arrow')
  const [pencil, setPencil] = useLocalStorage<Omit<Pencil, 'kind'>>({
    key: 'trowel.viewer.pencil',
    defaultValue: { colour: colours[0], size: 'medium' },
    getInitialValueInEffect: false,
  })
  const [chosen, setSelected] = useState<number>()
  const drag = useRef<Drag>(undefined)
  const { marks } = draft
  const selected = chosen !== undefined && chosen < marks.length ? chosen : undefined
  const selectedMark = selected === undefined ? undefined : marks[selected]
  const isFull = marks.length >= maxMarks

  const put = (step: (draft: Draft, next: readonly PictureMark[]) => Draft, at: number, mark?: PictureMark) =>
    setDraft((now) =>
      step(
        now,
        now.marks.flatMap((one, place) => (place === at ? (mark ?? []) : one)),
      ),
    )
  /** A step that came to nothing: neither way leads to it. */
  const forget = () => setDraft((now) => ({ ...undone(now), future: now.future }))

  const grasp = (point: Point, { picture, scale }: Staged): boolean => {
    const at = markAt(marks, point, picture, reach / scale)
    const mark = at === undefined ? undefined : marks[at]
    setSelected(at)
    if (at === undefined || !mark) return false
    drag.current = { from: point, before: mark, mark, at }
    setDraft((now) => changed(now, now.marks))
    return true
  }

  const penOf = (staged: Staged): Pen => ({
    down(point) {
      drag.current = undefined
      if (tool === 'select') return grasp(point, staged)
      if (isFull) return false
      const mark = begun(marks, { kind: tool, ...pencil }, point)
      drag.current = { from: point, before: mark, mark, at: marks.length }
      setSelected(undefined)
      setDraft((now) => changed(now, [...now.marks, mark]))
      return true
    },
    move(point) {
      if (!drag.current) return
      const { from, before, mark, at } = drag.current
      const next =
        tool === 'select' ? movedTo(before, [point[0] - from[0], point[1] - from[1]]) : drawnTo(mark, point)
      drag.current = { from, before, mark: next, at }
      put(continued, at, next)
    },
    up() {
      if (!drag.current) return
      const { before, mark, at } = drag.current
      drag.current = undefined
      if (tool === 'select') {
        if (mark === before) forget()
        return
      }
      const kept = finished(mark, staged.picture)
      if (!kept) {
        forget()
        return
      }
      put(continued, at, kept)
      // What is written there comes next.
      if (kept.points.length === 1) setSelected(at)
    },
    cancel() {
      if (drag.current) forget()
      drag.current = undefined
    },
  })

  return {
    draft,
    tool,
    pencil,
    selected,
    selectedMark,
    isFull,
    penOf,
    choose: (next: Tool) => {
      setTool(next)
      setSelected(undefined)
    },
    select: setSelected,
    /** In the middle of what is seen, for those who draw by keys. */
    place: ([x, y]: Point) => {
      if (tool === 'select' || isFull) return
      const mark = begun(marks, { kind: tool, ...pencil }, [x, y])
      setDraft((now) =>
        changed(now, [...now.marks, drawnTo(mark, mark.points[1] ? [x + 0.1, y + 0.1] : [x, y])]),
      )
      setSelected(marks.length)
    },
    /** Moves what is selected, or only its end, by steps of a key. */
    nudge: ([right, down]: Point, onlyEnd: boolean) => {
      if (selected === undefined || !selectedMark) return
      const [end = [0, 0]] = selectedMark.points.slice(-1)
      const to: Point = [end[0] + right * keyStep, end[1] + down * keyStep]
      const hasEnd = selectedMark.points.length === 2
      const next =
        onlyEnd && hasEnd
          ? drawnTo(selectedMark, to)
          : movedTo(selectedMark, [right * keyStep, down * keyStep])
      put(changed, selected, next)
    },
    /** For what is drawn next, and for what is selected. */
    look: (more: Partial<Omit<Pencil, 'kind'>>) => {
      setPencil((now) => ({ ...now, ...more }))
      if (selected !== undefined && selectedMark) put(changed, selected, { ...selectedMark, ...more })
    },
    write: (text: string) => {
      if (selected === undefined || !selectedMark) return
      const { text: before, ...rest } = selectedMark
      const isBegun = (before ?? '') === ''
      put(
        isBegun ? changed : continued,
        selected,
        text === '' && rest.kind === 'number' ? rest : { ...rest, text },
      )
    },
    remove: () => {
      if (selected === undefined) return
      put(changed, selected)
      setSelected(undefined)
    },
    undo: () => {
      setSelected(undefined)
      setDraft(undone)
    },
    redo: () => {
      setSelected(undefined)
      setDraft(redone)
    },
  }
}

export type Drawing = ReturnType<typeof useDrawing>
