import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useApplication } from '../../../core/application.js'
import { firstRelated, type Related } from '../first-related.js'
import classes from './links-section.module.css'

/** So many are named; the others stand in the listing. */
const named = 6

/** The records of one table that belong to this one: the first by name, all of them in the listing. */
export function RelatedRecords({ link }: { link: Related }) {
  const { t, i18n } = useTranslation()
  const application = useApplication()
  const { app } = application
  const { data: found = [] } = useQuery(firstRelated(application, link, named))
  const first = (link.data ?? found).slice(0, named)
  return (
    <div className={classes['related']}>
      <Link
        to="/app/$app/records/$table"
        params={{ app, table: link.tb_id }}
        search={{ filter: link.filter }}
        className={classes['table']}
      >
        <span>{link.tb_label}</span>
        <span className="numbers">{link.tot.toLocaleString(i18n.language)}</span>
      </Link>
      <div className={classes['names']}>
        {first.map(({ id, label }) => (
          <Link
            key={id}
            className="reference"
            to="/app/$app/record/$table/$id"
            params={{ app, table: link.tb_id, id: String(id) }}
          >
            {label}
          </Link>
        ))}
        {first.length > 0 && link.tot > first.length && (
          <Link
            className={classes['more']}
            to="/app/$app/records/$table"
            params={{ app, table: link.tb_id }}
            search={{ filter: link.filter }}
          >
            {t('links.more', { number: (link.tot - first.length).toLocaleString(i18n.language) })}
          </Link>
        )}
      </div>
    </div>
  )
}
