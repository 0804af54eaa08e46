import { ActionIcon } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { withChangeSet } from '@trowel/client'
import { useTranslation } from 'react-i18next'
import { showChanged } from '../../../components/changes/show-changed.js'
import { Icon } from '../../../components/icon.js'
import { showProblem } from '../../../components/notices.js'
import { useApplication, useChanged } from '../../../core/application.js'
import { client } from '../../../core/session.js'
import type { WholeRecord } from '../../../queries/records.js'
import classes from './links-section.module.css'

type ManualLink = WholeRecord['manualLinks'][string]

/** A record that a user linked by hand, with what the link means. */
export function LinkByHand({
  link,
  details,
  canEdit,
}: {
  link: ManualLink
  /** What its preview says. */
  details: string | undefined
  canEdit: boolean
}) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const changed = useChanged()
  const name = `${link.tb_label} ${link.ref_label}`
  const remove = useMutation({
    mutationFn: () => withChangeSet((options) => client.manualLinks.remove(link.key, options)),
    onSuccess: async ({ changeSet }) => {
      await changed({ of: 'link' })
      showChanged(t('links.removed', { name }), changeSet)
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
        {details && <span className={classes['meaning']}>{details}</span>}
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
