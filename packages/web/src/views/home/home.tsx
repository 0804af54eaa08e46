import { Button } from '@mantine/core'
import { privileges } from '@trowel/contract/privileges.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import { Page } from '../../components/page.js'
import { useApplication } from '../../core/application.js'
import { Attention } from './attention.js'
import { FirstSteps } from './first-steps.js'
import classes from './home.module.css'
import { Recent } from './recent.js'
import { TableFigures } from './table-figures.js'
import { useTotals } from './use-totals.js'
import { Welcome } from './welcome.js'

/** What this is, what there is, what happened lately, and what should be looked at. */
export function Home() {
  const { t } = useTranslation()
  const { info, tables, mayAct, frozen } = useApplication()
  const [editing, setEditing] = useState(false)
  const totals = useTotals()
  const isEmpty = tables.every(({ name }) => totals.get(name) === 0)
  return (
    <Page
      title={info.name}
      note={info.definition}
      actions={
        mayAct(privileges.admin) &&
        !frozen &&
        !editing && (
          <Button
            variant="subtle"
            color="gray"
            leftSection={<Icon name="edit" size={16} />}
            onClick={() => setEditing(true)}
          >
            {t('home.editWelcome')}
          </Button>
        )
      }
    >
      <div className={classes['home']}>
        <Welcome editing={editing} onEnd={() => setEditing(false)} />
        {isEmpty ? <FirstSteps /> : null}
        {tables.length > 0 && <TableFigures totals={totals} />}
        {!isEmpty && (
          <div className={classes['columns']}>
            <Recent />
            <Attention />
          </div>
        )}
      </div>
    </Page>
  )
}
