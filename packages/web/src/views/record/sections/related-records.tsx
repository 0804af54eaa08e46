import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Thumbnail } from '../../../components/files/thumbnail.js'
import { sentenceOf } from '../../../components/refusal.js'
import { Section } from '../../../components/section.js'
import { useApplication } from '../../../core/application.js'
import { useAsOf } from '../../../core/past.js'
import type { Related } from '../first-related.js'
import { inOneLine, type Preview, previewQuery } from './previews.js'
import classes from './related-records.module.css'

/** So many are shown; the others stand in the listing. */
export const maxShown = 5

/** The records of one table that belong to this one: the first as a small table, all in the listing. */
export function RelatedRecords({ link }: { link: Related }) {
  const { tb_id: table, tb_label: label, filter, tot: total } = link
  const { t, i18n } = useTranslation()
  const { app } = useApplication()
  const rows = Math.min(total, maxShown)
  const { fields, found, error } = useRelated(link, rows)
  const hasPictures = found.some(({ picture }) => picture !== undefined)
  return (
    <Section
      name={`related.${table}`}
      title={label}
      count={total}
      actions={
        <Link
          className={classes['all']}
          to="/app/$app/records/$table"
          params={{ app, table }}
          search={{ filter }}
        >
          {t('links.all', { number: total.toLocaleString(i18n.language) })}
        </Link>
      }
    >
      {error && found.length === 0 ? (
        <Text size="sm" c="dimmed">
          {sentenceOf(error)}
        </Text>
      ) : (
        <table className={classes['table']}>
          <thead>
            <tr>
              {fields.map(({ name, label: heading }) => (
                <th key={name} scope="col">
                  {heading}
                </th>
              ))}
              {fields.length === 0 && <td />}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: rows }, (_, place) => {
              const one = found[place]
              // The room of a record that is on its way.
              if (!one)
                return (
                  <tr key={`waiting ${place}`}>
                    <td colSpan={Math.max(1, fields.length)} />
                  </tr>
                )
              return (
                <tr key={one.id}>
                  <th scope="row">
                    <RecordLink table={table} one={one} hasPictures={hasPictures}>
                      <span className={classes['name']}>{one.name}</span>
                    </RecordLink>
                  </th>
                  {one.texts.map((text, column) => (
                    <td key={fields[column + 1]?.name}>{text}</td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
    </Section>
  )
}

/** The only record of a table that belongs to this one: what it is called, and what its preview says. */
export function RelatedRecord({ link }: { link: Related }) {
  const {
    found: [one],
    fields,
    error,
  } = useRelated(link, 1)
  return (
    <div className={classes['one']}>
      <span className={classes['label']}>{link.tb_label}</span>
      {one ? (
        <RecordLink table={link.tb_id} one={one} hasPictures={one.picture !== undefined}>
          <span className={classes['words']}>
            <span className={classes['name']}>{one.name}</span>{' '}
            <span className={classes['soft']}>{inOneLine(one, fields)}</span>
          </span>
        </RecordLink>
      ) : (
        error && <span className={classes['soft']}>{sentenceOf(error)}</span>
      )}
    </div>
  )
}

function RecordLink({
  table,
  one: { id, picture },
  hasPictures,
  children,
}: {
  table: string
  one: Preview
  /** Is room kept for a picture? */
  hasPictures: boolean
  children: ReactNode
}) {
  const { app } = useApplication()
  return (
    <Link
      className={classes['record']}
      to="/app/$app/record/$table/$id"
      params={{ app, table, id: String(id) }}
    >
      {hasPictures && (
        <span className={classes['picture']}>{picture && <Thumbnail file={picture} w={120} />}</span>
      )}
      {children}
    </Link>
  )
}

/** The first of them with what lists say of them; until that is there, what the record itself says. */
function useRelated({ tb_id: table, filter, data: known = [] }: Related, max: number) {
  const { data, error } = useQuery(previewQuery(useApplication(), table, filter, max, useAsOf()))
  const begun = known
    .slice(0, max)
    .map(({ id, label }): Preview => ({ id, name: label, texts: [], picture: undefined }))
  return { fields: data?.fields ?? [], found: data?.found ?? begun, error }
}
