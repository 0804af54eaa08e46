import { UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useApplication } from '../../../core/application.js'
import type { WholeRecord } from '../../../queries/records.js'
import classes from './links-graph.module.css'
import { type Neighbour, useNeighbours } from './neighbours.js'
import { middle, type Place, placesAround } from './ring.js'

const at = ({ x, y }: Place) => ({ left: `${x}%`, top: `${y}%` })

/**
 * The record in the middle, a line to each that it is linked with. Lines of links made by hand are dashed.
 */
export function Drawing({
  record,
  label,
  onChoose,
}: {
  record: WholeRecord
  label: string
  onChoose: (neighbour: Neighbour) => void
}) {
  const { t, i18n } = useTranslation()
  const { app } = useApplication()
  const neighbours = useNeighbours(record)
  const around = placesAround(neighbours.length)
  const standing = neighbours.map((neighbour, k) => ({ neighbour, place: around[k] ?? middle }))
  return (
    <div className={classes['drawing']}>
      <svg className={classes['lines']} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        {standing.map(({ neighbour, place }) => (
          <line
            key={keyOf(neighbour)}
            x1={middle.x}
            y1={middle.y}
            x2={place.x}
            y2={place.y}
            strokeDasharray={neighbour.kind === 'record' && neighbour.meaning !== null ? '5 4' : undefined}
          />
        ))}
      </svg>
      <div className={classes['centre']} style={at(middle)}>
        <span className={classes['name']}>{label}</span>
        <span className={classes['table']}>{record.metadata.tb_label}</span>
      </div>
      <ul className={classes['around']} aria-label={t('links.graphTitle', { name: label })}>
        {standing.map(({ neighbour, place }) => (
          <li key={keyOf(neighbour)} style={at(place)}>
            {neighbour.kind === 'others' ? (
              <Link
                className={classes['others']}
                to="/app/$app/records/$table"
                params={{ app, table: neighbour.table }}
                search={{ filter: neighbour.filter }}
              >
                {t('links.more', { number: neighbour.number.toLocaleString(i18n.language) })}
                <span className={classes['table']}>{neighbour.tableLabel}</span>
              </Link>
            ) : (
              <UnstyledButton className={classes['node'] ?? ''} onClick={() => onChoose(neighbour)}>
                <span className={classes['name']}>{neighbour.label}</span>{' '}
                <span className={classes['table']}>{neighbour.meaning || neighbour.tableLabel}</span>
              </UnstyledButton>
            )}
          </li>
        ))}
      </ul>
      {neighbours.length === 0 && <p className={classes['alone']}>{t('links.none')}</p>}
    </div>
  )
}

const keyOf = (neighbour: ReturnType<typeof useNeighbours>[number]): string =>
  neighbour.kind === 'others'
    ? `${neighbour.table} others ${JSON.stringify(neighbour.filter)}`
    : `${neighbour.table} ${neighbour.id} ${neighbour.meaning ?? ''}`
