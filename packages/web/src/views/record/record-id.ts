/** Whether the text of an address can be the id of a record. */
export const isRecordId = (text: string): boolean => /^[1-9]\d{0,14}$/.test(text)
