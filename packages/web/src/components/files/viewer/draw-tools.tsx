import { TextInput } from '@mantine/core'
import { markSizes, maxMarkText } from '@trowel/contract/picture-marks.js'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon, Drawing as LineDrawing } from '../../icon.js'
import { colours } from './draft.js'
import classes from './task-bar.module.css'
import type { Drawing, Tool } from './use-drawing.js'
import type { Point } from './view.js'

/** How each tool is shown. */
const tools: Readonly<Record<Tool, string>> = {
  select: 'M6 4l12 8.5-5.4.9-3 4.9z',
  arrow: 'M5 19L18.5 5.5M10 5.5h8.5V14',
  line: 'M5 19L19 5',
  rectangle: 'M4.5 6.5h15v11h-15z',
  ellipse: 'M12 18.5c4.7 0 8.5-2.9 8.5-6.5S16.7 5.5 12 5.5 3.5 8.4 3.5 12s3.8 6.5 8.5 6.500z',
  free: 'M4 16c2-9 5-11 6.5-7.500S9 17 12 17s3.5-8 8-9.5',
  text: 'M5 7V5h14v2M12 5v14M9 19h6',
  number: 'M12 20.500a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM10 9.500l2.5-1.700V16.5',
}
const dots = { small: 6, medium: 11, large: 17 } as const

/** With what is drawn, in which colour and size, and what is written at the mark that is selected. */
export function DrawTools({
  drawing,
  middle,
}: {
  drawing: Drawing
  /** Of what is seen of the picture: there marks are put by keys. */
  middle: Point
}) {
  const { t } = useTranslation()
  const { draft, tool, pencil, selectedMark, isFull } = drawing
  const { colour, size } = selectedMark ?? pencil
  const takesText = selectedMark?.kind === 'text' || selectedMark?.kind === 'number'
  return (
    <>
      <fieldset className={classes['group']} aria-label={t('viewer.tools')}>
        {(Object.keys(tools) as Tool[]).map((one) => (
          <ToolButton
            key={one}
            name={t(`viewer.kinds.${one}`)}
            pressed={tool === one}
            disabled={isFull && one !== 'select'}
            onClick={() => drawing.choose(one)}
          >
            <LineDrawing lines={tools[one]} />
          </ToolButton>
        ))}
      </fieldset>
      <fieldset className={classes['group']} aria-label={t('viewer.colour')}>
        {colours.map((one) => (
          <ToolButton
            key={one}
            name={t(`viewer.colours.${one}`)}
            pressed={colour === one}
            onClick={() => drawing.look({ colour: one })}
          >
            <span className={classes['colour']} style={{ background: one }} />
          </ToolButton>
        ))}
      </fieldset>
      <fieldset className={classes['group']} aria-label={t('viewer.markSize')}>
        {markSizes.map((one) => (
          <ToolButton
            key={one}
            name={t(`viewer.markSizes.${one}`)}
            pressed={size === one}
            onClick={() => drawing.look({ size: one })}
          >
            <span className={classes['dot']} style={{ width: dots[one], height: dots[one] }} />
          </ToolButton>
        ))}
      </fieldset>
      <div className={classes['group']}>
        <ToolButton
          name={t('viewer.placeMark')}
          disabled={isFull || tool === 'select'}
          onClick={() => drawing.place(middle)}
        >
          <Icon name="plus" />
        </ToolButton>
        <ToolButton name={t('viewer.undo')} disabled={draft.past.length === 0} onClick={drawing.undo}>
          <Icon name="undo" />
        </ToolButton>
        <ToolButton name={t('viewer.redo')} disabled={draft.future.length === 0} onClick={drawing.redo}>
          <Icon name="undo" style={{ scale: '-1 1' }} />
        </ToolButton>
        <ToolButton name={t('viewer.removeMark')} disabled={!selectedMark} onClick={drawing.remove}>
          <Icon name="bin" />
        </ToolButton>
      </div>
      {takesText && (
        <TextInput
          key={drawing.selected}
          className={classes['text'] ?? ''}
          size="sm"
          autoFocus
          maxLength={maxMarkText}
          aria-label={t('viewer.markText')}
          placeholder={t('viewer.markText')}
          value={selectedMark.text ?? ''}
          onChange={({ currentTarget }) => drawing.write(currentTarget.value)}
          onKeyDown={({ key, currentTarget }) => {
            if (key === 'Enter' || key === 'Escape') currentTarget.blur()
          }}
        />
      )}
    </>
  )
}

function ToolButton({
  name,
  pressed,
  disabled = false,
  onClick,
  children,
}: {
  name: string
  pressed?: boolean
  disabled?: boolean
  onClick: () => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      className={classes['tool']}
      aria-label={name}
      aria-pressed={pressed}
      title={name}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </button>
  )
}
