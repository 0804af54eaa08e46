/** A name of a table, column or other part of a database, as SQL writes it. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** A text as SQL writes it. Only for what cannot be bound, such as the body of a trigger or a function. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`
