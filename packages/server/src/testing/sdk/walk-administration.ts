import {
  ApiKeysReply,
  CreateApiKeyReply,
  RemoveApiKeyReply,
  RevokeApiKeyReply,
} from '@trowel/contract/api-keys.js'
import {
  AppsReply,
  CheckPasswordReply,
  LoginReply,
  LogoutReply,
  RefreshReply,
} from '@trowel/contract/auth.js'
import {
  BackupMadeReply,
  BackupRemovedReply,
  BackupRestoredReply,
  BackupScheduleReply,
  BackupsReply,
} from '@trowel/contract/backups.js'
import { AppInfoReply, InfoReply } from '@trowel/contract/info.js'
import { LogsReply, PurgeLogsReply } from '@trowel/contract/logs.js'
import { NewAppReply, NewAppStatusReply } from '@trowel/contract/new-app.js'
import { PreferencesReply } from '@trowel/contract/preferences.js'
import { PurgeReply } from '@trowel/contract/purge.js'
import { RunSqlReply, VerifyPasswordReply } from '@trowel/contract/raw-sql.js'
import { TablesReply } from '@trowel/contract/tables.js'
import { MigrationsReply, UpgradeReply, UpgradeStatusReply } from '@trowel/contract/upgrade.js'
import {
  EffectiveReply,
  PrivilegePreviewReply,
  RemovePrivilegeReply,
  RemovePrivilegesReply,
  RemoveUserReply,
  RevokeSessionsReply,
  SaveTablePrivilegeReply,
  SaveUserReply,
  TablePrivilegesReply,
  UserForm,
  UsersReply,
} from '@trowel/contract/users.js'
import {
  DeliveriesReply,
  DeliveryReply,
  WebhookCreatedReply,
  WebhookDeletedReply,
  WebhookSecretReply,
  WebhooksReply,
  WebhookUpdatedReply,
} from '@trowel/contract/webhooks.js'
import { PictureSavedReply, WelcomeReply, WelcomeSavedReply } from '@trowel/contract/welcome.js'
import sharp from 'sharp'
import { expect } from 'vitest'
import { password, type Walk } from './walk.js'

export async function walkSession({ client, answers }: Walk): Promise<void> {
  const { auth, info, welcome, session, newApp, upgrades } = client
  expect((await answers(AppsReply, auth.apps())).apps.map(({ db }) => db)).toEqual(['dig'])
  await answers(RefreshReply, auth.refresh())
  expect(session.user).toMatchObject({ id: 1, app: 'dig', privilege_value: 1, can_write: true })
  await answers(CheckPasswordReply, auth.checkPassword(password))
  await answers(PurgeReply, client.history.purge({ before: '2000-01-01', preview: true }))
  await expect(auth.checkPassword('wrong')).rejects.toMatchObject({ status: 403, code: 'invalid_pasword' })
  const place = { app: 'dig', origin: 'http://127.0.0.1:1' }
  await expect(auth.providerRedirect('google', place)).rejects.toMatchObject({ name: 'ApiError' })
  const unknown = { app: 'dig', code: 'x', verifier: 'y' }
  await expect(auth.exchange(unknown)).rejects.toMatchObject({ code: 'invalid_state' })

  await answers(InfoReply, info.service())
  await answers(AppInfoReply, info.app())
  await answers(TablesReply, info.tables())
  expect(await (await info.types().fetch()).text()).toContain('export type Dig = {')
  expect(await info.openApi()).toMatchObject({ openapi: expect.stringMatching(/^3\.1/) })
  await info.health()
  await info.ready()
  await answers(WelcomeSavedReply, welcome.save({ content: '# Ahoj', title: 'Valley' }))
  await answers(PictureSavedReply, welcome.setPicture('logo', new Blob([await smallPicture()])))
  const logo = await welcome.picture('logo').fetch()
  expect([logo.type, (await logo.blob()).size]).toEqual(['image/webp', logo.size])
  await answers(WelcomeSavedReply, welcome.removePicture('logo'))
  expect(await answers(WelcomeReply, welcome.read())).toMatchObject({ content: '# Ahoj' })

  await answers(MigrationsReply, upgrades.migrations())
  await answers(UpgradeStatusReply, upgrades.status())
  await answers(UpgradeReply, upgrades.run())
  const { engines } = await answers(NewAppStatusReply, newApp.status())
  const input = { name: 'survey', definition: 'A survey', email: 'ada@survey.example', password }
  await answers(NewAppReply, newApp.create({ ...input, db_engine: engines[0] ?? '' }))

  await answers(LogoutReply, auth.logout())
  expect([session.token, session.user]).toEqual([null, null])
  await expect(info.app()).rejects.toMatchObject({ status: 401, code: 'unauthenticated' })
  await answers(LoginReply, auth.login({ email: input.email, password, app: input.name }))
  expect((await info.app()).app).toBe('survey')
}

const smallPicture = () =>
  sharp({ create: { width: 9, height: 9, channels: 3, background: 'brown' } })
    .png()
    .toBuffer()

export async function walkUsers({ client, answers, open }: Walk): Promise<void> {
  const { preferences, users, privileges, apiKeys, session } = client
  await answers(PreferencesReply, preferences.save({ favourites: [{ kind: 'table', tb: 'finds' }] }))
  expect((await answers(PreferencesReply, preferences.read())).preferences.favourites).toHaveLength(1)
  await answers(UsersReply, users.list())
  await answers(UserForm, users.readNew())
  const someone = { name: 'Mira', email: 'mira@dig.example', password, privilege: 30 } as const
  const { id = 0 } = await answers(SaveUserReply, users.save(someone))
  await answers(UserForm, users.read(id))

  const override = { table_name: 'finds', privilege: 20, filter: { material: { _eq: 'bone' } } } as const
  await answers(PrivilegePreviewReply, privileges.preview(id, override))
  const { id: given } = await answers(SaveTablePrivilegeReply, privileges.save(id, override))
  await answers(TablePrivilegesReply, privileges.list(id))
  await answers(EffectiveReply, privileges.effective(id))
  await answers(RemovePrivilegeReply, privileges.remove(given))
  await answers(RemovePrivilegesReply, privileges.removeOf(id))
  await answers(RevokeSessionsReply, users.revokeSessions(id))
  await answers(RemoveUserReply, users.remove(id))

  const before = session.token
  await users.save({ id: 1, password: `${password}-changed`, current_password: password })
  expect(session.token).not.toBe(before)
  await users.list()

  const { key, id: keyId } = await answers(CreateApiKeyReply, apiKeys.create({ label: 'GIS', privilege: 30 }))
  const program = open({ token: key })
  expect([(await program.records.list('finds')).total, program.session.user]).toEqual([8, null])
  await answers(ApiKeysReply, apiKeys.list())
  await answers(RevokeApiKeyReply, apiKeys.revoke(keyId))
  await answers(RemoveApiKeyReply, apiKeys.remove(keyId))
}

export async function walkOperations({ client, answers }: Walk): Promise<void> {
  const { backups, logs, rawSql, auth } = client
  await answers(
    LogsReply,
    logs.list({ per_page: 5, min_level: 200, also: [{ codes: ['login'], words: ['5'] }] }),
  )
  await answers(PurgeLogsReply, logs.purge(30))
  await answers(VerifyPasswordReply, rawSql.verify(password))
  const found = await answers(RunSqlReply, rawSql.run('SELECT count(*) AS n FROM finds'))
  expect(found).toMatchObject({ rows: [{ n: 8 }] })

  const { file } = await answers(BackupMadeReply, backups.create())
  await answers(BackupsReply, backups.list())
  await answers(BackupScheduleReply, backups.schedule({ every_hours: 24, keep: 3, files: false }))
  await answers(BackupScheduleReply, backups.dropSchedule())
  const copy = await backups.download(file).fetch()
  expect(copy.name).toBe(file)
  expect((await copy.blob()).size).toBeGreaterThan(1000)
  await answers(BackupRestoredReply, backups.restore(file))
  await auth.login({ email: 'super_admin@dig.example', password, app: 'dig' })
  await answers(BackupRemovedReply, backups.remove(file))
}

export async function walkWebhooks({ client, answers, manager }: Walk): Promise<void> {
  const { webhooks } = client
  const url = `${manager.address}/trowel`
  const { webhook } = await answers(WebhookCreatedReply, webhooks.create({ url, tables: ['finds'] }))
  await answers(WebhooksReply, webhooks.list())
  await answers(WebhookUpdatedReply, webhooks.change(webhook.id, { active: false, tables: null, skip: true }))
  await answers(WebhookSecretReply, webhooks.renewSecret(webhook.id))
  const { delivery } = await answers(DeliveryReply, webhooks.test(webhook.id))
  expect(manager.requests.at(-1)?.path).toBe('/trowel')
  await answers(DeliveryReply, webhooks.resend(webhook.id, delivery.n))
  expect((await answers(DeliveriesReply, webhooks.deliveries(webhook.id))).deliveries).toHaveLength(2)
  const refused = { url: 'http://hooks.example/' }
  await expect(webhooks.create(refused)).rejects.toMatchObject({
    status: 422,
    code: 'webhook_address_refused',
  })
  await answers(WebhookDeletedReply, webhooks.remove(webhook.id))
}
