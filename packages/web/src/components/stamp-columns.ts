/** What is known of each record besides its fields: who made it and changed it last, and when. */
export const stampColumns = [
  { name: 'sys_created_by', label: 'columns.createdBy', type: 'person' },
  { name: 'sys_created_at', label: 'columns.createdAt', type: 'moment' },
  { name: 'sys_changed_by', label: 'columns.changedBy', type: 'person' },
  { name: 'sys_changed_at', label: 'columns.changedAt', type: 'moment' },
] as const
