import { useTranslation } from 'react-i18next'
import { client } from '../../../app/session.js'
import { Section } from '../../../parts/section.js'
import type { WholeRecord } from '../record.js'
import classes from '../record-sheet.module.css'

/** Photographs, drawings and documents of a record. */
export function FilesSection({ record }: { record: WholeRecord }) {
  const { t } = useTranslation()
  const { files } = record
  if (files.length === 0) return null
  return (
    <Section name="files" title={t('record.files')} count={files.length}>
      <div className={classes['pictures']}>
        {files
          .filter(({ is_image }) => is_image)
          .map((file) => (
            <a
              key={file.link_id}
              href={client.files.url(file)}
              target="_blank"
              rel="noreferrer"
              className={classes['picture']}
            >
              <img
                src={client.files.url(file, { w: 240 })}
                alt={file.description ?? file.filename}
                loading="lazy"
              />
            </a>
          ))}
      </div>
      {files
        .filter(({ is_image }) => !is_image)
        .map((file) => (
          <a
            key={file.link_id}
            href={client.files.url(file, { download: true })}
            className={classes['related']}
          >
            <span>
              {file.filename}.{file.ext}
            </span>
          </a>
        ))}
    </Section>
  )
}
