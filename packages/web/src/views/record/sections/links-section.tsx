import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useApplication } from '../../../app/application.js'
import { Section } from '../../../parts/section.js'
import type { WholeRecord } from '../record.js'
import classes from '../record-sheet.module.css'

/** Records of other tables that belong to this one, and those that somebody linked by hand. */
export function LinksSection({ record }: { record: WholeRecord }) {
  const { t, i18n } = useTranslation()
  const { app } = useApplication()
  const related = [...Object.values(record.links), ...Object.values(record.backlinks)]
  const byHand = Object.values(record.manualLinks)
  if (related.length + byHand.length === 0) return null
  return (
    <Section name="links" title={t('record.links')}>
      {related.map((link) => (
        <Link
          key={link.tb_id}
          to="/app/$app/records/$table"
          params={{ app, table: link.tb_id }}
          search={{ filter: link.filter }}
          className={classes['related']}
        >
          <span>{link.tb_label}</span>
          <span className="numbers">{link.tot.toLocaleString(i18n.language)}</span>
        </Link>
      ))}
      {byHand.map((link) => (
        <Link
          key={link.key}
          to="/app/$app/record/$table/$id"
          params={{ app, table: link.tb_id, id: String(link.ref_id) }}
          className={classes['related']}
        >
          <span>
            {link.tb_label} {link.ref_label}
          </span>
          <span>{link.label}</span>
        </Link>
      ))}
    </Section>
  )
}
