import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Section } from '../../../components/section.js'
import { RelationsForm } from '../../../components/stratigraphy/relations-form.js'
import { useApplication } from '../../../core/application.js'
import type { WholeRecord } from '../../../queries/records.js'
import { titleOf } from '../record-title.js'

/** How a unit lies to others. */
export function RelationsSection({ record }: { record: WholeRecord }) {
  const { t } = useTranslation()
  const { app, frozen } = useApplication()
  const { metadata, schema } = record
  const id = metadata.rec_id
  if (!schema.rs || id === null) return null
  const entries = Object.values(record.rs)
  return (
    <Section
      name="relations"
      title={t('record.relations')}
      count={entries.length}
      actions={
        <Anchor
          component={Link}
          size="sm"
          to={`/app/${app}/matrix`}
          search={{ table: metadata.tb_id, unit: id } as never}
        >
          {t('navigation.matrix')}
        </Anchor>
      }
    >
      <RelationsForm
        table={metadata.tb_id}
        unit={{ id, label: titleOf(record) }}
        entries={entries}
        canEdit={metadata.can_edit && !frozen}
      />
    </Section>
  )
}
