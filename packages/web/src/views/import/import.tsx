import { useNavigate, useSearch } from '@tanstack/react-router'
import { privileges } from '@trowel/contract/privileges.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Page } from '../../components/page.js'
import { Empty } from '../../components/states.js'
import { useApplication } from '../../core/application.js'
import { followOwnJob } from '../../core/running-jobs.js'
import { ChooseFile } from './choose-file.js'
import type { ChosenFiles } from './chosen-file.js'
import classes from './import.module.css'
import { JobView } from './job-view.js'
import { PhotosImport } from './photos-import.js'
import { PlacesImport } from './places-import.js'
import { RowsImport } from './rows-import.js'

/**
 * Files into a table, in three steps: the file, what goes where, what came of it. The job of a run stands in
 * the address.
 */
export function Import() {
  const { t } = useTranslation()
  const { tables, frozen } = useApplication()
  const { table: name, job } = useSearch({ from: '/app/$app/import' })
  const navigate = useNavigate({ from: '/app/$app/import' })
  const [chosen, choose] = useState<ChosenFiles>()
  const fillable = tables.filter(({ privilege }) => privilege <= privileges.writer)
  const table = fillable.find((one) => one.name === name)
  const restart = () => {
    choose(undefined)
    void navigate({ search: { table: name } })
  }
  const run = (id: number) => {
    followOwnJob(id)
    void navigate({ search: { table: name, job: id } })
  }
  const step = job !== undefined ? 3 : chosen && table ? 2 : 1
  return (
    <Page title={t('navigation.import')} note={t('import.note')}>
      {frozen || fillable.length === 0 ? (
        <Empty icon="lock" title={t(frozen ? 'import.frozen' : 'import.noTable')} />
      ) : (
        <>
          <Steps now={step} />
          {job !== undefined ? (
            <JobView id={job} table={table} onAgain={restart} />
          ) : !chosen || !table ? (
            <ChooseFile
              tables={fillable}
              table={table}
              onTable={(one) => void navigate({ search: { table: one }, replace: true })}
              onChoose={choose}
            />
          ) : chosen.kind === 'rows' ? (
            <RowsImport table={table} file={chosen.file} type={chosen.type} onBack={restart} onRun={run} />
          ) : chosen.kind === 'places' ? (
            <PlacesImport table={table} file={chosen.file} onBack={restart} onRun={run} />
          ) : (
            <PhotosImport table={table} files={chosen.files} onBack={restart} onRun={run} />
          )}
        </>
      )}
    </Page>
  )
}

const steps = ['file', 'mapping', 'result'] as const

/** Where in the import one is. @param now counted from 1 */
function Steps({ now }: { now: number }) {
  const { t } = useTranslation()
  return (
    <ol className={classes['steps']} aria-label={t('import.steps.title')}>
      {steps.map((name, place) => (
        <li
          key={name}
          aria-current={place + 1 === now ? 'step' : undefined}
          data-done={place + 1 < now || undefined}
        >
          <span className={classes['number']}>{place + 1}</span>
          {t(`import.steps.${name}`)}
        </li>
      ))}
    </ol>
  )
}
