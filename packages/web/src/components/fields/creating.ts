import { createContext } from 'react'

/** What a form can make while one of its fields is filled in: nothing where there is no form around. */
export interface Creating {
  /**
   * Asks for a new record of a table.
   *
   * @param name what was typed of its name
   * @param onMade told its id and what it is called
   */
  readonly record?: (table: string, name: string, onMade: (id: string, label: string) => void) => void
  /** Adds a word to a vocabulary. @param onMade told the word as it is kept */
  readonly word?: (vocabulary: string, word: string, onMade: (word: string) => void) => void
}

/** May something be made where options of a field are chosen? */
export const CreatingContext = createContext<Creating>({})
