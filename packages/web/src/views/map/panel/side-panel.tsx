import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../components/icon.js'
import classes from './side-panel.module.css'

export const sides = ['layers', 'records'] as const
export type Side = (typeof sides)[number]

/** So wide a page has the panel beside the map; on others it is a sheet that is drawn up from below. */
const isBeside = '(min-width: 62.01em)'
/** So high a page has room for the sheet below the map; on others it covers a part of it. */
const isBelow = '(min-width: 40em) and (min-height: 50em)'

export interface SideState {
  readonly side: Side
  /** Is the sheet drawn up? */
  readonly isUp: boolean
  readonly open: (side: Side) => void
  readonly lower: () => void
  /** Lowers the sheet where it covers the map. */
  readonly uncover: () => void
}

/** Which side of the panel is shown; it is stored on this machine. */
export function useSide(): SideState {
  const [side, setSide] = useLocalStorage<Side>({
    key: 'trowel.map.side',
    defaultValue: 'layers',
    getInitialValueInEffect: false,
  })
  const [isUp, setUp] = useState(() => window.matchMedia(isBelow).matches)
  return {
    side: sides.includes(side) ? side : 'layers',
    isUp,
    open: (wanted) => {
      setSide(wanted)
      setUp(true)
    },
    lower: () => setUp(false),
    uncover: () => {
      if (!window.matchMedia(isBelow).matches) setUp(false)
    },
  }
}

/** Beside the map or from below: its layers, and the records of one of them. */
export function SidePanel({
  state: { side, isUp, open, lower },
  instead,
  children,
}: {
  state: SideState
  /** What is being done at this moment, in place of all of that. */
  instead: ReactNode
  children: ReactNode
}) {
  const { t } = useTranslation()
  const id = useId()
  const beside = useMediaQuery(isBeside, window.matchMedia(isBeside).matches, {
    getInitialValueInEffect: false,
  })
  const isOpen = beside || isUp
  if (instead)
    return (
      <aside className={classes['side']} data-open aria-label={t('map.side')}>
        {instead}
      </aside>
    )
  return (
    <aside className={classes['side']} data-open={isOpen || undefined} aria-label={t('map.side')}>
      <div className={classes['tabs']}>
        <div role="tablist" aria-label={t('map.side')} className={classes['tablist']}>
          {sides.map((one) => (
            <button
              key={one}
              type="button"
              role="tab"
              id={`${id}-${one}`}
              aria-controls={`${id}-panel`}
              aria-selected={isOpen && side === one}
              tabIndex={side === one ? 0 : -1}
              onClick={() => open(one)}
              onKeyDown={(event) => {
                if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
                const other = sides.find((wanted) => wanted !== one) ?? one
                open(other)
                document.getElementById(`${id}-${other}`)?.focus()
              }}
            >
              <Icon name={one === 'layers' ? 'layers' : 'table'} size={15} />
              {t(`map.sides.${one}`)}
            </button>
          ))}
        </div>
        {!beside && isUp && (
          <button type="button" className={classes['lower']} aria-label={t('map.lower')} onClick={lower}>
            <Icon name="down" size={18} />
          </button>
        )}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${side}`} className={classes['panel']}>
        {isOpen && children}
      </div>
    </aside>
  )
}
