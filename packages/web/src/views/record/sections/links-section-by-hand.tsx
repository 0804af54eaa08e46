import { ActionIcon } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../components/icon.js'
import { showDone, showProblem } from '../../../components/notices.js'
import { useApplication, useChanged } from '../../../core/application.js'
import { client } from '../../../core/session.js'
import type { WholeRecord } from '../../../queries/records.js'
import classes from './links-section.module.css'

type ManualLink = WholeRecord['manualLinks'][string]

/** A record that a user linked by hand, with what the link means. */
export function LinkByHand({
  record,
  link,
  canEdit,
}: {
  record: WholeRecord
  link: ManualLink
  canEdit: boolean
}) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const changed = useChanged()
  const name = `${link.tb_label} ${link.ref_label}`
  const refresh = () => changed({ of: 'link' })
  const putBack = useMutation({
    mutationFn: () =>
      client.manualLinks.create({
        tb_one: record.metadata.tb_id,
        id_one: record.metadata.rec_id ?? 0,
        tb_two: link.tb_id,
        id_two: link.ref_id,
        label: link.label,
      }),
    onSuccess: refresh,
    onError: showProblem,
  })
  const remove = useMutation({
    mutationFn: () => client.manualLinks.remove(link.key),
    onSuccess: async () => {
      await refresh()
      showDone(t('links.removed', { name }), () => putBack.mutate())
    },
    onError: showProblem,
  })
  return (
    <div className={classes['byHand']}>
      <Icon name="link" size={14} />
      <span className={classes['linked']}>
        <Link
          className="reference"
          to="/app/$app/record/$table/$id"
          params={{ app, table: link.tb_id, id: String(link.ref_id) }}
        >
          {name}
        </Link>
        {link.label && <span className={classes['meaning']}>{link.label}</span>}
      </span>
      {canEdit && (
        <ActionIcon
          size="sm"
          variant="subtle"
          color="gray"
          aria-label={t('links.remove', { name })}
          loading={remove.isPending}
          onClick={() => remove.mutate()}
        >
          <Icon name="close" size={14} />
        </ActionIcon>
      )}
    </div>
  )
}
