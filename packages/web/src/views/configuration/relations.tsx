import { Button, Group, SegmentedControl, Stack } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import { showDone, showProblem } from '../../components/notices.js'
import { Empty, Loaded } from '../../components/states.js'
import { useApplication } from '../../core/application.js'
import { client } from '../../core/session.js'
import { configurationQueries } from '../../queries/configuration.js'
import { Orphans } from './orphans.js'
import { RelationDiagram } from './relation-diagram.js'
import { RelationForm } from './relation-form.js'
import { RelationList } from './relation-list.js'
import { type Relation, useReconfigured } from './use-configuration.js'

/**
 * Which fields refer to which tables: as a drawing, as a list, and what stands in the way of relying on it.
 */
export function Relations() {
  const { t } = useTranslation()
  const { app } = useApplication()
  const query = useQuery(configurationQueries.relations(app))
  const reconfigured = useReconfigured()
  // A telephone has no room to read the drawing in.
  const [as, setAs] = useState(() => (matchMedia('(max-width: 36em)').matches ? 'list' : 'diagram'))
  const [edited, setEdited] = useState<Relation | 'new'>()
  const apply = useMutation({
    mutationFn: () => client.relations.apply(),
    onSuccess: async ({ skipped }) => {
      await reconfigured()
      if (skipped === 0) showDone(t('configuration.allEnforced'))
    },
    onError: showProblem,
  })
  return (
    <Stack>
      <Group justify="space-between">
        <SegmentedControl
          aria-label={t('configuration.parts.relations')}
          data={(['diagram', 'list'] as const).map((value) => ({
            value,
            label: t(`configuration.${value}`),
          }))}
          value={as}
          onChange={setAs}
        />
        <Group gap="xs">
          <Button variant="default" loading={apply.isPending} onClick={() => apply.mutate()}>
            {t('configuration.enforce')}
          </Button>
          <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setEdited('new')}>
            {t('configuration.newRelation')}
          </Button>
        </Group>
      </Group>
      {apply.data && apply.data.errors.length > 0 && <Orphans errors={apply.data.errors} />}
      <Loaded query={query}>
        {({ data }) =>
          data.length === 0 && as === 'list' ? (
            <Empty icon="share" title={t('configuration.noRelations')}>
              {t('configuration.noRelationsText')}
            </Empty>
          ) : as === 'list' ? (
            <RelationList relations={data} onEdit={setEdited} />
          ) : (
            <RelationDiagram relations={data} onEdit={setEdited} />
          )
        }
      </Loaded>
      {edited && (
        <RelationForm relation={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
    </Stack>
  )
}
