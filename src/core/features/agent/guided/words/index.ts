import type { GuidedState } from '../guided-state.ts';
import { en, type GuidedWords } from './en.ts';
import { es } from './es.ts';

/** The guided conversation's wording, by language. */
export const WORDS: Record<GuidedState['language'], GuidedWords> = { en, es };
