import type english from './en.json'

/**
 * The groups of words that login, menu and home are made of. They come with the first view, in a file of
 * their own; all others come with what is opened next.
 */
export const firstWords: readonly (keyof typeof english)[] = [
  'states',
  'shell',
  'sections',
  'navigation',
  'levels',
  'login',
  'home',
  'past',
  'columns',
]
