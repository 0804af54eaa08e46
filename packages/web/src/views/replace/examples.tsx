import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './replace.module.css'

/** How many values would change, and the first of them: before, and after. */
export function Examples({
  affected,
  examples,
  search,
  replacement,
  children,
}: {
  affected: number
  examples: readonly { readonly before: string; readonly after: string | null }[]
  search: string
  replacement: string
  children: ReactNode
}) {
  const { t, i18n } = useTranslation()
  return (
    <section className={classes['found']} aria-live="polite">
      <h2>{t('replace.would', { count: affected, number: affected.toLocaleString(i18n.language) })}</h2>
      <table className={classes['examples']}>
        <thead>
          <tr>
            <th scope="col">{t('replace.before')}</th>
            <th scope="col">{t('replace.after')}</th>
          </tr>
        </thead>
        <tbody>
          {examples.map(({ before, after }, place) => (
            <tr key={place}>
              <td>{marked(before, search, <del>{search}</del>)}</td>
              <td>
                {after === null ? (
                  <em>{t('replace.empty')}</em>
                ) : (
                  marked(before, search, replacement === '' ? null : <ins>{replacement}</ins>)
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {affected > examples.length && (
        <p className={classes['more']}>
          {t('replace.more', {
            count: affected - examples.length,
            number: (affected - examples.length).toLocaleString(i18n.language),
          })}
        </p>
      )}
      {children}
    </section>
  )
}

/** So much of a long value is shown on each side of what was found. */
const around = 60

/** A value with something else in each place where the searched text stands. */
function marked(value: string, search: string, instead: ReactNode): ReactNode {
  const pieces = value.split(search)
  return pieces.map((piece, place) => (
    <Fragment key={place}>
      {place > 0 && instead}
      {shortened(piece, place > 0, place < pieces.length - 1)}
    </Fragment>
  ))
}

function shortened(text: string, afterMark: boolean, beforeMark: boolean): string {
  const letters = [...text]
  const [head, tail] = [afterMark ? around : 0, beforeMark ? around : 0]
  if (letters.length <= head + tail + 3) return text
  return `${letters.slice(0, head).join('')}…${tail === 0 ? '' : letters.slice(-tail).join('')}`
}
