/** `a, b or c`. */
export const inWords = (items: readonly (string | number)[], joint: 'and' | 'or'): string =>
  [items.slice(0, -1).join(', '), ...items.slice(-1)].filter((part) => part !== '').join(` ${joint} `)
