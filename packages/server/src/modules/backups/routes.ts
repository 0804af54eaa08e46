import {
  BackupMadeReply,
  BackupParams,
  BackupRemovedReply,
  BackupRestoredReply,
  BackupScheduleBody,
  BackupScheduleReply,
  BackupsReply,
  CreateBackupBody,
} from '@trowel/contract/backups.js'
import type { Routes } from '../../http/read-input.js'
import type { Services } from '../../http/services.js'
import { startBackups } from './scheduled-backups.js'
import {
  backupRights,
  backupSchedules,
  createBackup,
  downloadBackup,
  dropSchedule,
  listBackups,
  mebibytes,
  removeBackup,
  restoreStoredBackup,
  saveSchedule,
} from './service.js'

const tags = ['backups']
const saved = { status: 'success' as const, code: 'ok_save' as const }

/** Everything that an application holds in one file, and back again. */
export const backupRoutes =
  (services: Services): Routes =>
  async (server) => {
    startBackups(server, services)

    server.get(
      '/api/backups',
      { schema: { tags, summary: 'All backups, newest first', response: { 200: BackupsReply } } },
      async ({ scope }) => ({
        status: 'success' as const,
        ...backupRights(scope),
        ...backupSchedules(services, scope),
        backups: await listBackups(services, scope),
      }),
    )

    server.post(
      '/api/backups',
      {
        schema: {
          tags,
          summary: 'Make a backup; it was restored into a scratch place and compared when this answers',
          body: CreateBackupBody,
          response: { 200: BackupMadeReply },
        },
      },
      async ({ scope, body }) => {
        const { file, size, metadata } = await createBackup(services, scope, body.files === true)
        const { kind, verified, missing_files, left_out = [] } = metadata
        const size_mb = mebibytes(size)
        return {
          status: 'success' as const,
          code: 'ok_backup' as const,
          file,
          size_mb,
          kind,
          verified,
          missing_files,
          left_out,
        }
      },
    )

    server.put(
      '/api/backups/schedule',
      {
        schema: {
          tags,
          summary: 'When backups are made unasked, and how many of these stay',
          body: BackupScheduleBody,
          response: { 200: BackupScheduleReply },
        },
      },
      async ({ scope, body }) => {
        await saveSchedule(scope, body)
        return saved
      },
    )

    server.delete(
      '/api/backups/schedule',
      {
        schema: {
          tags,
          summary: 'Leave it to the settings of the service',
          response: { 200: BackupScheduleReply },
        },
      },
      async ({ scope }) => {
        await dropSchedule(scope)
        return saved
      },
    )

    server.delete(
      '/api/backup/:file',
      {
        schema: {
          tags,
          summary: 'Delete a backup',
          params: BackupParams,
          response: { 200: BackupRemovedReply },
        },
      },
      async ({ scope, params }) => {
        await removeBackup(services, scope, params.file)
        return { status: 'success' as const, code: 'success_erasing_file' as const }
      },
    )

    server.post(
      '/api/backup/:file/restore',
      {
        schema: {
          tags,
          summary: 'Put a backup in the place of everything; everybody has to log in again',
          params: BackupParams,
          response: { 200: BackupRestoredReply },
        },
      },
      async ({ scope, params }) => ({
        status: 'success' as const,
        code: 'ok_backup_restored' as const,
        safety_backup: await restoreStoredBackup(services, scope, params.file),
      }),
    )

    server.route({
      method: ['GET', 'HEAD'],
      url: '/api/backup/:file/download',
      // A part of a compressed answer would be no part of the backup.
      compress: false,
      schema: { tags, summary: 'The bytes of a backup', params: BackupParams },
      handler: async ({ scope, params, headers, method }, reply) => {
        const {
          status,
          headers: answered,
          body,
        } = await downloadBackup(services, scope, {
          file: params.file,
          headOnly: method === 'HEAD',
          range: headers.range,
          ifRange: headers['if-range'] as string | undefined,
        })
        return reply.code(status).headers(answered).send(body)
      },
    })
  }
