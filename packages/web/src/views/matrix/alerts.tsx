import { Alert, Anchor, List, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import { relationSentence } from '../../components/stratigraphy/relation-sides.js'
import { useApplication } from '../../core/application.js'
import classes from './matrix.module.css'
import type { Layout } from './use-layout.js'

/** So many contradictions are listed at once; the others appear when these are resolved. */
const maxShown = 3

/** What contradicts itself, in words. */
export function Loops({ layout, onUnit }: { layout: Layout; onUnit: (id: number) => void }) {
  const { t } = useTranslation()
  if (layout.loops.length === 0) return null
  const labels = new Map(
    layout.boxes.flatMap(({ units }) => units.map((unit) => [unit.db_id, unit.identifier] as const)),
  )
  const labelOf = (id: number) => labels.get(id) ?? String(id)
  return (
    <Alert
      color="red"
      variant="light"
      radius={0}
      className={classes['loops'] ?? ''}
      icon={<Icon name="warning" />}
      title={t('matrix.loops', { count: layout.loops.length })}
    >
      <Text size="sm">{t('matrix.loopsHelp')}</Text>
      <List size="sm" mt={4}>
        {layout.loops.slice(0, maxShown).map(({ units, relations }) => (
          <List.Item key={relations.map(({ id }) => id).join()}>
            {relations
              .map(({ first, relation, second }) =>
                relationSentence(labelOf(first), relation, labelOf(second)),
              )
              .join(', ')}
            .{' '}
            {units[0] && (
              <Anchor component="button" type="button" size="sm" onClick={() => onUnit(units[0]?.id ?? 0)}>
                {t('matrix.show')}
              </Anchor>
            )}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

/** How a matrix begins. */
export function NoRelations() {
  const { t } = useTranslation()
  const { frozen } = useApplication()
  return (
    <Alert
      variant="light"
      radius={0}
      className={classes['loops'] ?? ''}
      icon={<Icon name="matrix" />}
      title={t('matrix.noRelations')}
    >
      {!frozen && t('matrix.noRelationsText')}
    </Alert>
  )
}
