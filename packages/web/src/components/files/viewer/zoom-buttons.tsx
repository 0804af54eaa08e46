import { useTranslation } from 'react-i18next'
import { Icon } from '../../icon.js'
import { noticesAbove } from '../../notices-above.js'
import classes from './picture-stage.module.css'

/** Smaller, larger, and how large it is; that leads to the whole picture, or to its pixels. */
export function ZoomButtons({
  percent,
  isWhole,
  isNearest,
  onZoom,
  onFit,
}: {
  percent: number
  isWhole: boolean
  isNearest: boolean
  onZoom: (key: '+' | '-') => void
  onFit: () => void
}) {
  const { t, i18n } = useTranslation()
  const shown = `${percent.toLocaleString(i18n.language)} %`
  return (
    <div ref={noticesAbove} className={classes['zoom']} role="group" aria-label={t('viewer.zoom')}>
      <button type="button" aria-label={t('viewer.smaller')} disabled={isWhole} onClick={() => onZoom('-')}>
        <Icon name="minus" size={16} />
      </button>
      <button
        type="button"
        className="numbers"
        aria-label={t(isWhole ? 'viewer.toPixels' : 'viewer.toWhole', { percent: shown })}
        onClick={onFit}
      >
        {shown}
      </button>
      <button type="button" aria-label={t('viewer.larger')} disabled={isNearest} onClick={() => onZoom('+')}>
        <Icon name="plus" size={16} />
      </button>
    </div>
  )
}
