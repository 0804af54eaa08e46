import { Alert, Button, Stack, Text } from '@mantine/core'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { DropAnywhere, importableFiles } from '../../components/files/drop-file.js'
import { Icon } from '../../components/icon.js'
import type { Table } from '../../core/application.js'
import { type FileGap, problemOf } from './chosen-file.js'
import classes from './import.module.css'
import { type Target, TargetChoice } from './target-choice.js'
import type { useChosenFiles } from './use-chosen-files.js'

/** First step: which table, and which file. */
export function ChooseFile({
  tables,
  target,
  mayMake,
  files: { chosen, gap, take },
  onTarget,
}: {
  tables: readonly Table[]
  target: Target | undefined
  mayMake: boolean
  files: ReturnType<typeof useChosenFiles>
  onTarget: (target: Target) => void
}) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const problem = gap ?? (chosen && target && problemOf(chosen, target))
  const hint = target === undefined ? 'tableFirst' : target === 'new' ? 'dropNew' : 'dropHere'
  return (
    <Stack maw={640} gap="lg">
      <TargetChoice
        label={t('import.table')}
        description={t(mayMake ? 'import.tableOrNewHint' : 'import.tableHint')}
        tables={tables}
        target={target}
        mayMake={mayMake}
        onTarget={onTarget}
      />
      <section
        className={classes['drop']}
        aria-label={t('import.file')}
        data-waiting={target === undefined || undefined}
      >
        <Icon name="import" size={30} />
        <Text fw={600}>{t(`import.${hint}`)}</Text>
        <Button disabled={target === undefined} onClick={() => input.current?.click()}>
          {t('import.choose')}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          multiple
          aria-label={t('import.choose')}
          accept={importableFiles}
          onChange={({ currentTarget }) => {
            void take([...(currentTarget.files ?? [])])
            currentTarget.value = ''
          }}
        />
      </section>
      <DropAnywhere words={t(`import.${hint}`)} onFiles={(dropped) => target && void take(dropped)} />
      {problem && <FileProblem problem={problem} />}
      <dl className={classes['kinds']}>
        {(['rows', 'places', 'relations', 'photos'] as const).map((kind) => (
          <div key={kind}>
            <dt>{t(`import.kinds.${kind}`)}</dt>
            <dd>{t(`import.kindTexts.${kind}`)}</dd>
          </div>
        ))}
      </dl>
    </Stack>
  )
}

/** Why nothing can be done with the files. */
export function FileProblem({ problem }: { problem: FileGap | NonNullable<ReturnType<typeof problemOf>> }) {
  const { t } = useTranslation()
  return (
    <Alert color="red" role="alert" icon={<Icon name="warning" />}>
      {t(`import.${problem}`)}
    </Alert>
  )
}
