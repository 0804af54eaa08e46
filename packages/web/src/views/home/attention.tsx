import { Anchor, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import classes from './home.module.css'
import { useFindings } from './use-findings.js'

/** So many are shown at first: what follows does not move when they come. */
const shown = 3

/**
 * What a user should look at: contradictions, files without a record, people who wait.
 *
 * @param onLines how many lines there are, once that is known
 */
export default function Attention({ onLines }: { onLines: (lines: number) => void }) {
  const { t } = useTranslation()
  const { findings, isPending } = useFindings()
  const [isWhole, setWhole] = useState(false)
  const visible = isWhole ? findings : findings.slice(0, shown)
  const hidden = findings.length - visible.length
  const lines = Math.min(Math.max(findings.length, 1), shown)
  useEffect(() => {
    if (!isPending) onLines(lines)
  }, [isPending, lines, onLines])
  return (
    <section aria-labelledby="home-attention">
      <div className={classes['head']}>
        <Title order={2} id="home-attention">
          {t('front.attention')}
        </Title>
        {hidden > 0 && (
          <Anchor component="button" type="button" size="sm" onClick={() => setWhole(true)}>
            {t('front.more', { count: hidden })}
          </Anchor>
        )}
      </div>
      {findings.length > 0 && (
        <ul className={classes['list']}>
          {visible.map(({ key, text, to, search }) => (
            <li key={key} className={classes['finding']}>
              <Icon name="warning" size={16} />
              <Link to={to} search={search as never} className={classes['name']}>
                {text}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {findings.length === 0 && !isPending && (
        <Text c="dimmed" size="sm" className={classes['finding'] ?? ''}>
          <Icon name="check" size={16} /> {t('front.nothingToMend')}
        </Text>
      )}
    </section>
  )
}
