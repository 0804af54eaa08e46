import { Badge, Button, Menu, Progress, Stack, Switch, Table, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { Backup } from '@trowel/contract/backups.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionsMenu } from '../../components/actions-menu.js'
import { confirmed } from '../../components/confirmation.js'
import { Dialog } from '../../components/dialog.js'
import { DialogButtons } from '../../components/dialog-buttons.js'
import { FormDialog } from '../../components/form-dialog.js'
import { Icon } from '../../components/icon.js'
import { showDone, showProblem } from '../../components/notices.js'
import { Page } from '../../components/page.js'
import { saveAddress } from '../../components/save-file.js'
import { Empty, Failed, Loaded } from '../../components/states.js'
import { useApplication, useChanged } from '../../core/application.js'
import { client } from '../../core/session.js'
import { backupQueries } from '../../queries/service.js'
import { BackupSchedule } from './backup-schedule.js'
import { useBackupWords } from './backup-words.js'
import { RestoreBackup } from './restore-backup.js'

type Listed = Awaited<ReturnType<typeof client.backups.list>>

/** Copies of everything, and the way back to one of them. */
export function Backups() {
  const { t } = useTranslation()
  const { app } = useApplication()
  const [asked, setAsked] = useState<'backup' | 'schedule'>()
  const end = () => setAsked(undefined)
  const query = useQuery(backupQueries.all(app))
  return (
    <Page
      title={t('navigation.backups')}
      note={query.data && <Schedule schedule={query.data.schedule} />}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<Icon name="history" size={16} />}
            disabled={!query.data}
            onClick={() => setAsked('schedule')}
          >
            {t('backups.schedule.open')}
          </Button>
          <Button leftSection={<Icon name="backup" size={16} />} onClick={() => setAsked('backup')}>
            {t('backups.make')}
          </Button>
        </>
      }
    >
      <Loaded query={query}>
        {(listed) =>
          listed.backups.length === 0 ? (
            <Empty icon="backup" title={t('backups.none')}>
              {t('backups.noneText')}
            </Empty>
          ) : (
            <List listed={listed} />
          )
        }
      </Loaded>
      {asked === 'backup' && <MakeBackup onClose={end} />}
      {asked === 'schedule' && query.data && <BackupSchedule listed={query.data} onClose={end} />}
    </Page>
  )
}

function Schedule({ schedule }: { schedule: Listed['schedule'] }) {
  const { t } = useTranslation()
  if (schedule.every_hours === 0) return <>{t('backups.noSchedule')}</>
  return (
    <>
      {t('backups.every', { count: schedule.every_hours })}{' '}
      {schedule.files ? t('backups.scheduleWithFiles') : t('backups.scheduleWithout')}{' '}
      {t('backups.keeps', { count: schedule.keep })}
    </>
  )
}

function List({ listed }: { listed: Listed }) {
  const { t } = useTranslation()
  return (
    <Table.ScrollContainer minWidth={720}>
      <Table highlightOnHover verticalSpacing="sm" aria-label={t('navigation.backups')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('backups.when')}</Table.Th>
            <Table.Th>{t('backups.holds')}</Table.Th>
            <Table.Th ta="right">{t('backups.size')}</Table.Th>
            <Table.Th>{t('backups.proof')}</Table.Th>
            <Table.Th>
              <span className="visually-hidden">{t('states.actions')}</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {listed.backups.map((backup) => (
            <Row key={backup.file} backup={backup} listed={listed} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function Row({ backup, listed }: { backup: Backup; listed: Listed }) {
  const { t } = useTranslation()
  const words = useBackupWords()
  const [asked, setAsked] = useState<'delete' | 'restore'>()
  const save = useMutation({
    mutationFn: () => client.backups.download(backup.file).url(),
    onSuccess: (address) => saveAddress(address, backup.file),
    onError: showProblem,
  })
  return (
    <Table.Tr>
      <Table.Td className="numbers">
        <Text size="sm" fw={500}>
          {words.when(backup)}
        </Text>
        <Text size="xs" c="dimmed">
          {words.why(backup)}
        </Text>
      </Table.Td>
      <Table.Td>
        {backup.kind === 'archive'
          ? t('backups.withFiles')
          : backup.kind === 'database'
            ? t('backups.withoutFiles')
            : t('backups.unknown')}
        {backup.version && (
          <Text size="xs" c="dimmed">
            {t('backups.version', { version: backup.version })}
          </Text>
        )}
        {backup.left_out.length > 0 && (
          <Text size="xs" maw={420}>
            {t('backups.leftOut', { names: backup.left_out.join(', ') })}
          </Text>
        )}
      </Table.Td>
      <Table.Td ta="right" className="numbers">
        {words.size(backup)}
      </Table.Td>
      <Table.Td>
        {backup.verified ? (
          <Badge
            variant="light"
            color="green"
            tt="none"
            fw={500}
            c="var(--mantine-color-text)"
            leftSection={<Icon name="check" size={12} />}
          >
            {t('backups.proved')}
          </Badge>
        ) : (
          <Text component="span" size="sm" c="dimmed">
            {t('backups.notProved')}
          </Text>
        )}
      </Table.Td>
      <Table.Td ta="right">
        <ActionsMenu label={t('backups.actionsOf', { when: words.when(backup) })} loading={save.isPending}>
          <Menu.Item leftSection={<Icon name="export" size={16} />} onClick={() => save.mutate()}>
            {t('backups.download')}
          </Menu.Item>
          {listed.can_restore && (
            <Menu.Item leftSection={<Icon name="undo" size={16} />} onClick={() => setAsked('restore')}>
              {t('backups.restore')}
            </Menu.Item>
          )}
          {listed.can_delete && (
            <Menu.Item
              color="var(--danger)"
              leftSection={<Icon name="bin" size={16} />}
              onClick={() => setAsked('delete')}
            >
              {t('backups.delete')}
            </Menu.Item>
          )}
        </ActionsMenu>
        {asked === 'delete' && <DeleteBackup backup={backup} onClose={() => setAsked(undefined)} />}
        {asked === 'restore' && <RestoreBackup backup={backup} onClose={() => setAsked(undefined)} />}
      </Table.Td>
    </Table.Tr>
  )
}

/** Makes a backup; it goes on when the dialog is closed. */
function MakeBackup({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const changed = useChanged()
  const [files, setFiles] = useState(false)
  const make = useMutation({
    mutationFn: () => client.backups.create({ files }),
    onSuccess: ({ missing_files }) => {
      void changed({ of: 'backup' })
      showDone(missing_files > 0 ? t('backups.madeWithout', { count: missing_files }) : t('backups.made'))
      onClose()
    },
  })
  return (
    <Dialog onClose={onClose} title={t('backups.makeTitle')}>
      <Stack>
        <Text size="sm">{t('backups.makeText')}</Text>
        <Switch
          label={t('backups.includeFiles')}
          description={t('backups.includeFilesHint')}
          checked={files}
          disabled={make.isPending}
          onChange={(event) => setFiles(event.currentTarget.checked)}
        />
        {make.isPending && (
          <Stack gap={6} role="status">
            <Progress value={100} animated aria-label={t('backups.making')} />
            <Text size="sm" c="dimmed">
              {t('backups.making')}
            </Text>
          </Stack>
        )}
        {make.isError && <Failed error={make.error} />}
        <DialogButtons
          onCancel={onClose}
          cancel={t(make.isPending ? 'backups.close' : 'form.cancel')}
          disabled={make.isPending}
          onAct={() => make.mutate()}
        >
          {t('backups.makeNow')}
        </DialogButtons>
      </Stack>
    </Dialog>
  )
}

function DeleteBackup({ backup, onClose }: { backup: Backup; onClose: () => void }) {
  const { t } = useTranslation()
  const words = useBackupWords()
  const changed = useChanged()
  const remove = useMutation({
    mutationFn: () => confirmed(() => client.backups.remove(backup.file)),
    onSuccess: () => {
      void changed({ of: 'backup' })
      showDone(t('backups.deleted'))
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('backups.deleteTitle')}
      saving={remove}
      act={t('backups.deleteNow')}
      danger
      onSave={() => remove.mutate()}
      onClose={onClose}
    >
      <Text size="sm">{t('backups.deleteText', { when: words.when(backup), size: words.size(backup) })}</Text>
    </FormDialog>
  )
}
