/** `a, b or c`. */
export const orList = (items: readonly (string | number)[]): string =>
  [items.slice(0, -1).join(', '), ...items.slice(-1)].filter((part) => part !== '').join(' or ')
