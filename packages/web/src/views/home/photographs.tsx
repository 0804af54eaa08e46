import { Anchor, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ListedFile } from '@trowel/contract/files.js'
import { useTranslation } from 'react-i18next'
import { Thumbnail } from '../../components/files/thumbnail.js'
import { useApplication } from '../../core/application.js'
import { fileQueries } from '../../queries/files.js'
import classes from './home.module.css'

/** So many are shown. */
const shown = 6

/** The pictures that came last; each leads to the record that it shows. */
export default function Photographs() {
  const { t } = useTranslation()
  const { app } = useApplication()
  const { data } = useQuery(fileQueries.latestPictures(app, shown))
  if (data?.files.length === 0) return null
  return (
    <section aria-labelledby="home-photographs">
      <div className={classes['head']}>
        <Title order={2} id="home-photographs">
          {t('front.photographs')}
        </Title>
        <Anchor component={Link} to={`/app/${app}/files`} size="sm">
          {t('front.allFiles')}
        </Anchor>
      </div>
      <ul className={classes['photographs']}>
        {(data?.files ?? Array.from({ length: shown }, () => undefined))
          .slice(0, shown)
          .map((file, place) => (
            <li key={file?.id ?? `place ${place}`} className={classes['photograph']}>
              {file && <Photograph file={file} />}
            </li>
          ))}
      </ul>
    </section>
  )
}

function Photograph({ file }: { file: ListedFile }) {
  const { app } = useApplication()
  const [record] = file.links
  const name = file.description || file.filename
  const label = record ? `${record.label}: ${name}` : name
  return record ? (
    <Link
      to="/app/$app/record/$table/$id"
      params={{ app, table: record.tb, id: String(record.record_id) }}
      aria-label={label}
      title={label}
    >
      <Thumbnail file={file} w={240} />
    </Link>
  ) : (
    <Link
      to="/app/$app/files"
      params={{ app }}
      search={{ q: String(file.id) }}
      aria-label={label}
      title={label}
    >
      <Thumbnail file={file} w={240} />
    </Link>
  )
}
