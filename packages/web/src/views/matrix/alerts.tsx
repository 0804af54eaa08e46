import { Alert, Anchor, List, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import { relationSentence } from '../../components/stratigraphy/relation-sides.js'
import { useApplication } from '../../core/application.js'
import classes from './matrix.module.css'
import type { Layout } from './use-layout.js'

/** So many contradictions are listed at once; the others appear when these are resolved. */
const maxShown = 3

export type Loop = Layout['loops'][number]
export const keyOf = ({ relations }: Loop): string => relations.map(({ id }) => id).join()

/** What contradicts itself, in words; the one that is read stands out in the drawing. */
export function Loops({
  layout,
  shown,
  onPoint,
  onShow,
}: {
  layout: Layout
  /** The one that was asked for. */
  shown: Loop | undefined
  onPoint: (loop: Loop | undefined) => void
  onShow: (loop: Loop) => void
}) {
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
        {layout.loops.slice(0, maxShown).map((loop) => (
          <List.Item
            key={keyOf(loop)}
            onPointerEnter={() => onPoint(loop)}
            onPointerLeave={() => onPoint(undefined)}
            onFocus={() => onPoint(loop)}
            onBlur={() => onPoint(undefined)}
          >
            {loop.relations
              .map(({ first, relation, second }) =>
                relationSentence(labelOf(first), relation, labelOf(second)),
              )
              .join(', ')}
            .{' '}
            <Anchor
              component="button"
              type="button"
              size="sm"
              aria-pressed={shown !== undefined && keyOf(shown) === keyOf(loop)}
              onClick={() => onShow(loop)}
            >
              {t('matrix.show')}
            </Anchor>
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
