import { Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import classes from './home.module.css'
import { useFindings } from './use-findings.js'

/**
 * What a user should look at: contradictions of the stratigraphy, files without a record, people who wait.
 */
export function Attention() {
  const { t } = useTranslation()
  const { findings, isPending } = useFindings()
  return (
    <section aria-labelledby="home-attention">
      <div className={classes['head']}>
        <Title order={2} id="home-attention">
          {t('home.attention')}
        </Title>
      </div>
      {findings.length > 0 && (
        <ul className={classes['list']}>
          {findings.map(({ key, text, to, search }) => (
            <li key={key} className={classes['line']}>
              <span className={classes['finding']}>
                <Icon name="warning" size={16} />
                <Link to={to} search={search as never} className={classes['name']}>
                  {text}
                </Link>
              </span>
            </li>
          ))}
        </ul>
      )}
      {findings.length === 0 && !isPending && (
        <Text c="dimmed" size="sm" className={classes['finding'] ?? ''}>
          <Icon name="check" size={16} /> {t('home.nothingToMend')}
        </Text>
      )}
    </section>
  )
}
