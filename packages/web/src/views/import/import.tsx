import { Button, SegmentedControl, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { privileges } from '@trowel/contract/privileges.js'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DropAnywhere } from '../../components/files/drop-file.js'
import { takeHandedFiles } from '../../components/files/handed-files.js'
import { Icon } from '../../components/icon.js'
import { Page } from '../../components/page.js'
import { Empty } from '../../components/states.js'
import { useApplication } from '../../core/application.js'
import { followOwnJob } from '../../core/running-jobs.js'
import { ChooseFile, FileProblem } from './choose-file.js'
import { type ChosenFiles, isAboutRecords, isArchive, isEither, problemOf } from './chosen-file.js'
import classes from './import.module.css'
import { JobView } from './job-view.js'
import { NewTable } from './new-table.js'
import type { HeldInRows, Waiting } from './next-steps.js'
import { PhotosImport } from './photos-import.js'
import { PlacesImport } from './places-import.js'
import { RelationsImport } from './relations-import.js'
import { RowsImport } from './rows-import.js'
import { type Target, TargetChoice } from './target-choice.js'
import { useChosenFiles } from './use-chosen-files.js'

/**
 * Files into a table, in three steps: the file, what goes where, what came of it. The job of a run stands in
 * the address.
 */
export function Import() {
  const { t } = useTranslation()
  const { tables, frozen, mayAct } = useApplication()
  const { table: name, into, job } = useSearch({ from: '/app/$app/import' })
  const navigate = useNavigate({ from: '/app/$app/import' })
  const files = useChosenFiles()
  const { take } = files
  const [handed] = useState(takeHandedFiles)
  const [waiting, setWaiting] = useState<Waiting>(nothingWaits)
  useEffect(() => {
    if (handed.length > 0) void take(handed)
  }, [handed, take])
  const mayMake = mayAct(privileges.super_admin)
  const fillable = tables.filter(({ privilege }) => privilege <= privileges.writer)
  const table = fillable.find((one) => one.name === name)
  const isNew = mayMake && table === undefined && (into === 'new' || name === undefined)
  const { chosen } = files
  const only = fillable.length === 1 ? fillable[0] : undefined
  // Photographs and relations are for records that are there, unless the person says otherwise.
  const isForOnly =
    only && chosen && isAboutRecords(chosen) && (into === undefined || problemOf(chosen, 'new'))
  const target: Target | undefined = isNew ? (isForOnly ? only : 'new') : table
  const step = job !== undefined ? 3 : chosen && target && !problemOf(chosen, target) ? 2 : 1

  const restart = () => {
    files.clear()
    setWaiting(nothingWaits)
    void navigate({ search: { table: name } })
  }
  const aim = (at: Target) =>
    void navigate({ search: at === 'new' ? { into: 'new' } : { table: at.name }, replace: true })
  const run = (id: number, held?: HeldInRows) => {
    followOwnJob(id)
    if (chosen) setWaiting((now) => waitingAfter(now, chosen, held))
    void navigate({ search: { table: target === 'new' ? undefined : target?.name, job: id } })
  }
  const header = (at: Target, shown: ChosenFiles) => (
    <FileHeader chosen={shown} onOther={restart}>
      <TargetChoice
        size="xs"
        w={240}
        aria-label={t('import.table')}
        tables={fillable}
        target={at}
        mayMake={mayMake && !problemOf(shown, 'new')}
        onTarget={aim}
      />
      {at !== 'new' && at.rs && isEither(shown) && (
        <SegmentedControl
          size="xs"
          aria-label={t('import.holdsWhat')}
          data={(['rows', 'relations'] as const).map((kind) => ({
            value: kind,
            label: t(`import.kinds.${kind}`),
          }))}
          value={shown.kind}
          onChange={(kind) => files.read(kind === 'relations' ? 'relations' : 'rows')}
        />
      )}
    </FileHeader>
  )
  return (
    <Page title={t('navigation.import')} note={t('import.note')}>
      {frozen || (fillable.length === 0 && !mayMake) ? (
        <Empty icon="lock" title={t(frozen ? 'import.frozen' : 'import.noTable')} />
      ) : (
        <>
          <Steps now={step} />
          {job !== undefined ? (
            <JobView
              id={job}
              table={table}
              waiting={waiting}
              onAgain={restart}
              onFiles={(next, { name: filled }, kind) => {
                files.clear()
                void take(next, kind)
                void navigate({ search: { table: filled } })
              }}
            />
          ) : step === 1 || !chosen || !target ? (
            <ChooseFile tables={fillable} target={target} mayMake={mayMake} files={files} onTarget={aim} />
          ) : (
            <>
              {files.gap && <FileProblem problem={files.gap} />}
              <Chosen chosen={chosen} target={target} header={header(target, chosen)} onRun={run} />
              <DropAnywhere words={t('import.dropBeside')} onFiles={(dropped) => void take(dropped)} />
            </>
          )}
        </>
      )}
    </Page>
  )
}

const nothingWaits: Waiting = { photos: [], isPlaced: false }

/** What is still to be done with the files that came together, after some of them were imported. */
function waitingAfter(before: Waiting, chosen: ChosenFiles, held: HeldInRows | undefined): Waiting {
  if (chosen.kind === 'photos') return { ...before, photos: [] }
  const photos = chosen.pictures.length > 0 ? chosen.pictures : before.photos
  if (chosen.kind === 'relations' && !held) return { ...before, photos, relations: undefined }
  return {
    photos,
    relations: held?.relations ? chosen.file : undefined,
    isPlaced: before.isPlaced || chosen.kind === 'places' || held?.places === true,
  }
}

/** Second step: what goes where, by what is in the file. */
function Chosen({
  chosen,
  target,
  header,
  onRun,
}: {
  chosen: ChosenFiles
  target: Target
  header: ReactNode
  onRun: (job: number, held?: HeldInRows) => void
}) {
  if (chosen.kind === 'photos')
    return target === 'new' ? null : (
      <PhotosImport
        table={target}
        files={chosen.files}
        others={chosen.others}
        header={header}
        onRun={(job) => onRun(job)}
      />
    )
  if (target === 'new')
    return (
      <NewTable
        file={chosen.file}
        type={chosen.kind === 'places' ? 'geojson' : chosen.type}
        header={header}
        onRun={onRun}
      />
    )
  if (chosen.kind === 'relations')
    return (
      <RelationsImport
        table={target}
        file={chosen.file}
        type={chosen.type}
        header={header}
        onRun={(job) => onRun(job)}
      />
    )
  return chosen.kind === 'places' ? (
    <PlacesImport table={target} file={chosen.file} header={header} onRun={(job) => onRun(job)} />
  ) : (
    <RowsImport table={target} file={chosen.file} type={chosen.type} header={header} onRun={onRun} />
  )
}

const icons = { rows: 'table', relations: 'matrix', places: 'map', photos: 'picture' } as const

/** Which file goes where, with the way back. */
function FileHeader({
  chosen,
  onOther,
  children,
}: {
  chosen: ChosenFiles
  onOther: () => void
  children: ReactNode
}) {
  const { t, i18n } = useTranslation()
  const isMany = chosen.kind === 'photos' && !isArchive(chosen.files)
  const [first] = chosen.kind === 'photos' ? chosen.files : [chosen.file]
  return (
    <div className={classes['file']}>
      <Icon name={icons[chosen.kind]} />
      <Text fw={600}>
        {isMany
          ? t('import.pictures', {
              count: chosen.files.length,
              number: chosen.files.length.toLocaleString(i18n.language),
            })
          : first?.name}
      </Text>
      {chosen.kind !== 'photos' && chosen.pictures.length > 0 && (
        <Text size="sm" c="dimmed">
          {t('import.withPictures', {
            count: chosen.pictures.length,
            number: chosen.pictures.length.toLocaleString(i18n.language),
          })}
        </Text>
      )}
      <Icon name="right" size={14} />
      {children}
      <Button variant="subtle" size="compact-sm" onClick={onOther}>
        {t('import.otherFile')}
      </Button>
    </div>
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
