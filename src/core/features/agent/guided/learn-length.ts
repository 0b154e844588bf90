import { isFeet } from '#shared/primitives/feet.ts';
import type { GuidedState, Reckoning } from './guided-state.ts';
import { hundredths } from './lengths/units.ts';
import type { Read } from './read-message.ts';

/** The length after a message. */
export interface LearnedLength {
  /** The whole fence in decimal feet, if it's known beyond doubt. */
  feet: number | null;
  /** The length that the homeowner must confirm. Null if there's none. */
  proposed: Reckoning | null;
  /** A length that is accepted, but that the answer shows before the price: a sum or a correction. */
  shown: Reckoning | null;
}

/** Matches a message that confirms a length, besides the usual words for yes. */
const CONFIRMS =
  /^(?:(?:that|this|it)(?:'?s| is| sounds| looks)? (?:it|right|correct|about right|good)|exactly|exacto|asi es|eso es|es correcto|uh ?huh|you got it|perfecto?)\b|^👍/;
/** Matches a message that consists of a corrected number: 'no, 80'. */
const CORRECTED_NUMBER =
  /^(?:no|nope|actually|sorry|wait|oops|i mean|i meant|make (?:it|that)|rather|correction|perdon|mejor|digo|en realidad)\b(?:[ ,.:-]|\b(?:no|sorry|wait|actually|it'?s|that'?s|it should be|should be|make it|make that|more like|about|around|i mean|i meant|es|son|mejor|que sean)\b)*(\d+(?:[.,]\d+)*) ?(?:total|in all|en total)?[.! ]*$/;
/** Matches words that correct a known length, or state the fence's length again. */
const RESTATES =
  /\b(?:actually|sorry|no|nope|wait|oops|instead|rather|correction|scratch that|make (?:it|that)|chang(?:e|ed|ing)|should(?: have)? be(?:en)?|mean|meant|only|just|let'?s|go(?:ing)? with|try|what (?:about|if)|how about|how much|price|total|in all|altogether|measur\w+|came (?:out )?to|turns out|it'?s|that'?s|closer|more like|fenc\w*|need|want|perdon|mejor|digo|en realidad|qui(?:se|ero)|que sean|cambi\w+|solo|son|cerca|necesito|medi\w*|cuanto)\b/;
/** The most words beside a length in a message that consists of it: '80 feet please'. */
const FEW_WORDS = 3;

/** Whether a message replaces a known length beyond doubt. '500 ft of rope' may be about something else. */
const restates = ({ own, fence }: Read): boolean =>
  RESTATES.test(own) ||
  fence.gateCount !== null ||
  fence.material.id !== null ||
  (own.match(/\p{L}+/gu) ?? []).length <= FEW_WORDS + 1;

/** A corrected number up to this value could be a number of gates. */
const FEW = 12;

/**
 * Returns the length after a message. A length that isn't surely the whole fence is only proposed. A number without a
 * unit counts if the last question asked for the length.
 */
export function learnLength({ asked, fence: known }: GuidedState, read: Read): LearnedLength {
  const { length, change } = read.fence;
  const accepted = (feet: number, shown: Reckoning | null = null): LearnedLength => ({ feet, proposed: null, shown });
  const proposing = (proposed: Reckoning): LearnedLength => ({ feet: known.feet, proposed, shown: null });
  const before = known.proposed ?? null;
  if (length.feet !== null) {
    const reading: Reckoning = { feet: length.feet, parts: length.parts, form: length.form };
    if (change !== null && known.feet !== null) {
      const changed = hundredths(known.feet + (change === 'more' ? length.feet : -length.feet));
      if (!isFeet(changed)) return { feet: known.feet, proposed: before, shown: null };
      if (change === 'less') return proposing(single(changed));
      const sum: Reckoning = { feet: changed, parts: [{ feet: known.feet, times: 1 }, ...length.parts], form: 'sum' };
      return length.certainty === 'unsure' ? proposing(sum) : accepted(changed, sum);
    }
    if (length.certainty === 'unsure') return proposing(reading);
    if (known.feet !== null && read.fence.isOldLength) return { feet: known.feet, proposed: before, shown: null };
    const isCorrection = known.feet !== null && known.feet !== length.feet;
    if (isCorrection && length.certainty === 'sure' && asked !== 'feet' && asked !== 'confirm' && !restates(read))
      return proposing(reading);
    return accepted(length.feet, length.certainty === 'reckoned' || isCorrection ? reading : null);
  }
  const { bareNumber, onlyNumber } = read.fence;
  const asksLength = asked === 'feet' || asked === 'confirm';
  const isAnswer = read.fence.gateCount === null && read.fence.heightFt === null && !read.intents.discount;
  if (asksLength && isAnswer && bareNumber !== null && isLength(bareNumber)) return accepted(hundredths(bareNumber));
  const corrected = Number(CORRECTED_NUMBER.exec(read.own)?.[1]?.replaceAll(',', ''));
  if (asked !== 'gates' && corrected > FEW && isLength(corrected)) return accepted(corrected, single(corrected));
  if (asked === 'feet' && isAnswer && onlyNumber !== null && isLength(onlyNumber))
    return proposing(single(hundredths(onlyNumber)));
  if (before !== null && asked === 'confirm') {
    if (read.intents.no) return { feet: known.feet, proposed: null, shown: null };
    if (read.intents.yes || CONFIRMS.test(read.own)) return accepted(before.feet);
  }
  return { feet: known.feet, proposed: before, shown: null };
}

const single = (feet: number): Reckoning => ({ feet, parts: [{ feet, times: 1 }], form: 'single' });

const isLength = (feet: number): boolean => isFeet(hundredths(feet));
