import type { Facts } from '@trowel/contract/facts.js'
import { type ProblemSentence, problemSentences } from '@trowel/contract/problem-sentences.js'
import { type FactsOf, interpolate } from '@trowel/contract/sentences.js'

/**
 * What is said of a problem: a sentence in English and, where the contract has it, which one it is and what
 * it speaks of.
 */
export interface Message {
  readonly text: string
  readonly sentence?: ProblemSentence
  readonly facts?: Facts
}

/** Puts a sentence together; the compiler knows what it speaks of. */
export const say = <Sentence extends ProblemSentence>(
  sentence: Sentence,
  facts: FactsOf<(typeof problemSentences)[Sentence]>,
): Required<Message> => ({ text: interpolate(problemSentences[sentence], facts), sentence, facts })
