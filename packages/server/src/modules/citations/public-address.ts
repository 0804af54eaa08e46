/** Where anybody can look a work up: the library of a person has no public address. */
export const publicAddress = (libraryType: string, refmanId: string, refmanKey: string): string | null =>
  libraryType === 'group' ? `https://www.zotero.org/groups/${refmanId}/items/${refmanKey}` : null
