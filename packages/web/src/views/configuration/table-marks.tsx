import { Input, Text } from '@mantine/core'
import {
  isTableColor,
  isTableIcon,
  tableColorNames,
  tableIconNames,
} from '@trowel/contract/model/table-marks.js'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { colourOf, Icon, TableMark, type TableMarks } from '../../components/icon.js'
import { type Loose, textIn } from '../../components/settings.js'
import classes from './table-marks.module.css'

/** The drawing and the colour that a table is known by, as its stored settings tell. */
export function marksIn(settings: Loose): TableMarks {
  const [icon, color] = [textIn(settings, 'icon'), textIn(settings, 'color')]
  return { icon: isTableIcon(icon) ? icon : null, color: isTableColor(color) ? color : null }
}

/** Chooses the drawing and the colour by which a table is told apart. */
export function TableMarksChoice({
  value,
  onChange,
}: {
  value: TableMarks
  onChange: (marks: TableMarks) => void
}) {
  const { t } = useTranslation()
  return (
    <div className={classes['marks']}>
      <Choice label={t('configuration.icon')} hint={t('configuration.iconHint')}>
        {(name) =>
          [null, ...tableIconNames].map((icon) => (
            <Option
              key={icon ?? ''}
              group={name}
              label={icon === null ? t('configuration.noIcon') : t(`configuration.icons.${icon}`)}
              isChosen={value.icon === icon}
              onChoose={() => onChange({ ...value, icon })}
            >
              <TableMark table={{ ...value, icon }} size={20} />
            </Option>
          ))
        }
      </Choice>
      <Choice label={t('configuration.markColour')}>
        {(name) =>
          [null, ...tableColorNames].map((color) => (
            <Option
              key={color ?? ''}
              group={name}
              label={color === null ? t('configuration.noColour') : t(`configuration.markColours.${color}`)}
              isChosen={value.color === color}
              onChoose={() => onChange({ ...value, color })}
            >
              {color === null ? (
                <Icon name="close" size={14} />
              ) : (
                <span className={classes['swatch']} style={{ background: colourOf(color) }} />
              )}
            </Option>
          ))
        }
      </Choice>
    </div>
  )
}

function Choice({
  label,
  hint,
  children,
}: {
  label: string
  hint?: string
  children: (name: string) => ReactNode
}) {
  const id = useId()
  return (
    <div>
      <Input.Label labelElement="div" id={id}>
        {label}
      </Input.Label>
      {hint && (
        <Text size="xs" c="dimmed" mb={4}>
          {hint}
        </Text>
      )}
      <div className={classes['options']} role="radiogroup" aria-labelledby={id}>
        {children(id)}
      </div>
    </div>
  )
}

function Option({
  group,
  label,
  isChosen,
  onChoose,
  children,
}: {
  group: string
  label: string
  isChosen: boolean
  onChoose: () => void
  children: ReactNode
}) {
  return (
    <label className={classes['option']} title={label}>
      <input
        type="radio"
        className="visually-hidden"
        name={group}
        aria-label={label}
        checked={isChosen}
        onChange={onChoose}
      />
      {children}
    </label>
  )
}
