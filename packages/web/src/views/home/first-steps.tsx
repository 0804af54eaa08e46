import { Anchor, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { privileges } from '@trowel/contract/privileges.js'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import { useApplication } from '../../core/application.js'
import { useMenuEntries } from '../../navigation.js'
import { userQueries } from '../../queries/users.js'
import classes from './home.module.css'

/** How an empty application becomes a useful one. */
export default function FirstSteps() {
  const { t } = useTranslation()
  const { app, tables, mayAct } = useApplication()
  const { data: people } = useQuery({
    ...userQueries.all(app),
    enabled: mayAct(privileges.admin),
  })
  const [first] = tables
  const entries = useMenuEntries()
  const has = (path: string) => entries.some((entry) => entry.path === path && mayAct(entry.level))
  const steps = [
    {
      key: 'tables',
      done: tables.length > 0,
      link: has('configuration') ? `/app/${app}/configuration` : undefined,
    },
    {
      key: 'import',
      done: false,
      link: (first || mayAct(privileges.super_admin)) && has('import') ? `/app/${app}/import` : undefined,
    },
    {
      key: 'record',
      done: false,
      link: first && mayAct(privileges.self_writer) ? `/app/${app}/record/${first.name}/new` : undefined,
    },
    {
      key: 'people',
      done: (people?.users.length ?? 0) > 1,
      link: has('users') ? `/app/${app}/users` : undefined,
    },
  ] as const
  if (!mayAct(privileges.self_writer))
    return (
      <Text c="dimmed" size="sm">
        {t('front.nothingYet')}
      </Text>
    )
  return (
    <section aria-labelledby="home-steps">
      <Title order={2} mb="xs" id="home-steps">
        {t('front.steps')}
      </Title>
      <ol className={classes['list']}>
        {steps.map(({ key, done, link }) => (
          <li key={key} className={classes['line']}>
            <span className={classes['step']} data-done={done || undefined}>
              <span className={classes['tick']}>{done && <Icon name="check" size={14} />}</span>
              <span>
                {link && !done ? (
                  <Anchor component={Link} to={link} fw={500}>
                    {t(`front.step.${key}`)}
                  </Anchor>
                ) : (
                  <Text component="span" fw={500}>
                    {t(`front.step.${key}`)}
                    {done && <span className="visually-hidden"> {t('front.stepDone')}</span>}
                  </Text>
                )}
                <Text size="sm" c="dimmed">
                  {t(`front.stepText.${key}`)}
                </Text>
              </span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
