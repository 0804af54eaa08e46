import { Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../components/icon.js'
import { Section } from '../../../components/section.js'
import { useApplication } from '../../../core/application.js'
import { useAsOf } from '../../../core/past.js'
import type { WholeRecord } from '../../../queries/records.js'
import { relatedKey, relatedOf } from '../first-related.js'
import { LinksGraph } from '../links-graph/links-graph.js'
import { titleOf } from '../record-title.js'
import { LinkByHand } from './links-section-by-hand.js'
import { LinkForm } from './links-section-form.js'
import { inOneLine, previewQuery } from './previews.js'
import { RelatedRecord } from './related-records.js'

/** The single records of other tables that belong to this one, and those that a user linked by hand. */
export function LinksSection({ record }: { record: WholeRecord }) {
  const { t } = useTranslation()
  const { frozen } = useApplication()
  const [adding, { open, close }] = useDisclosure(false)
  const [isDrawn, drawing] = useDisclosure(false)
  const related = relatedOf(record)
  const singles = related.filter(({ tot }) => tot === 1)
  const byHand = Object.values(record.manualLinks)
  const details = useDetails(byHand)
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
      {singles.map((link) => (
        <RelatedRecord key={relatedKey(link)} link={link} />
      ))}
      {byHand.map((link) => (
        <LinkByHand key={link.key} link={link} details={details.get(keyOf(link))} canEdit={canEdit} />
      ))}
    </Section>
  )
}

type ManualLink = WholeRecord['manualLinks'][string]
const keyOf = ({ tb_id, ref_id }: ManualLink): string => `${tb_id} ${ref_id}`
/** So many of one table say more than their name. */
const maxDetailed = 100

/** What the previews of linked records say, asked for once for each table. */
function useDetails(links: readonly ManualLink[]): ReadonlyMap<string, string> {
  const application = useApplication()
  const asOf = useAsOf()
  const tables = [...new Set(links.map(({ tb_id }) => tb_id))]
  return useQueries({
    queries: tables.map((table) => {
      const ids = links.flatMap(({ tb_id, ref_id }) => (tb_id === table ? [ref_id] : []))
      return previewQuery(application, table, { id: { _in: ids.slice(0, maxDetailed) } }, maxDetailed, asOf)
    }),
    combine: (answers) =>
      new Map(
        answers.flatMap(({ data }, place) =>
          (data?.found ?? []).map((one) => [
            `${tables[place]} ${one.id}`,
            inOneLine(one, data?.fields ?? []),
          ]),
        ),
      ),
  })
}
