import { Text } from '@mantine/core'
import { describeFieldType } from '@trowel/contract/model/field-types.js'
import type { WholeRecord } from '../queries/records.js'
import { isEmpty } from './fields/field-text.js'
import { Thumbnail } from './files/thumbnail.js'
import classes from './record-glance.module.css'

/** What tells most of a record at a glance: its first picture, and what is written of it at length. */
export function RecordGlance({ record: { schema, core, files } }: { record: WholeRecord }) {
  const picture = files.find(({ is_image }) => is_image)
  const field = schema.fields.find(
    ({ name, type, hide }) =>
      !hide &&
      name !== 'osteo_data' &&
      describeFieldType(type).holds === 'paragraphs' &&
      !isEmpty(core[name]),
  )
  const text = field && core[field.name]?.val
  if (!picture && !text) return null
  return (
    <div className={classes['glance']}>
      {picture && (
        <span className={classes['picture']}>
          <Thumbnail file={picture} w={480} />
        </span>
      )}
      {text && (
        <Text size="sm" lineClamp={6} className="running-text" dir="auto">
          {text}
        </Text>
      )}
    </div>
  )
}
