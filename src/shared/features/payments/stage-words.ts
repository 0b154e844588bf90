import { DEFAULT_LANGUAGE, type Language } from '../../primitives/language.ts';
import { dayOfDue, isAtStart } from './payment-plan.rules.ts';
import { methodWords } from './words.ts';

/** A stage's name in a language. Only names that a plan has at first are translated. */
export const stageLabel = (label: string, language: Language = DEFAULT_LANGUAGE): string =>
  methodWords(language).stages.labels[label] ?? label;

/** Says when a stage is due, such as 'when you sign' or 'on December 1, 2026'. */
export const dueInWords = (due: string, language: Language = DEFAULT_LANGUAGE): string => {
  const words = methodWords(language).stages;
  if (due === 'signing') return words.signing;
  if (due === 'done') return words.done;
  const day = dayOfDue(due);
  if (day !== null) return words.onDay({ day: words.format.day(day) });
  return isAtStart(due) ? words.started : words.atStep({ step: due });
};

/** The set message that tells the homeowner that the work is done. */
export const workDoneMessage = (language: Language, given: { name: string; company: string }): string =>
  methodWords(language).workDone(given);
