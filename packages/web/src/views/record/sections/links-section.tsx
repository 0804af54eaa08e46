import { Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../components/icon.js'
import { Section } from '../../../components/section.js'
import { useApplication } from '../../../core/application.js'
import { useAsOf } from '../../../core/past.js'
import type { WholeRecord } from '../../../queries/records.js'
import { firstRelated, type Related } from '../first-related.js'
import { LinksGraph } from '../links-graph/links-graph.js'
import { titleOf } from '../record-title.js'
import classes from './links-section.module.css'
import { LinkByHand } from './links-section-by-hand.js'
import { LinkForm } from './links-section-form.js'

/** Records of other tables that belong to this one, and those that a user linked by hand. */
export function LinksSection({ record }: { record: WholeRecord }) {
  const { t } = useTranslation()
  const { frozen } = useApplication()
  const [adding, { open, close }] = useDisclosure(false)
  const [isDrawn, drawing] = useDisclosure(false)
  const related = [...Object.values(record.links), ...Object.values(record.backlinks)]
  const byHand = Object.values(record.manualLinks)
  const canEdit = record.metadata.can_edit && !frozen
  if (related.length + byHand.length === 0 && !canEdit) return null
  return (
    <Section
      name="links"
      title={t('record.links')}
      actions={
        <Group gap="xs">
          {related.length + byHand.length > 0 && (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<Icon name="share" size={14} />}
              onClick={drawing.open}
            >
              {t('links.graph')}
            </Button>
          )}
          {canEdit && !adding && (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<Icon name="link" size={14} />}
              onClick={open}
            >
              {t('links.add')}
            </Button>
          )}
        </Group>
      }
    >
      {isDrawn && (
        <LinksGraph
          from={{ table: record.metadata.tb_id, id: record.metadata.rec_id ?? 0, label: titleOf(record) }}
          onClose={drawing.close}
        />
      )}
      {adding && <LinkForm record={record} onEnd={close} />}
      {related.length + byHand.length === 0 && !adding && (
        <Text size="sm" c="dimmed">
          {t('links.none')}
        </Text>
      )}
      {related.map((link) => (
        <RelatedRecords key={`${link.tb_id}${JSON.stringify(link.filter)}`} link={link} />
      ))}
      {byHand.map((link) => (
        <LinkByHand key={link.key} link={link} canEdit={canEdit} />
      ))}
    </Section>
  )
}

/** So many are named; the others stand in the listing. */
const named = 6

/** The records of one table that belong to this one: the first by name, all of them in the listing. */
function RelatedRecords({ link }: { link: Related }) {
  const { t, i18n } = useTranslation()
  const application = useApplication()
  const { app } = application
  const { data: found = [] } = useQuery(firstRelated(application, link, named, useAsOf()))
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
