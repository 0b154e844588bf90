import { fillTags, type TagValues } from './tags.rules.ts';

/** What a lead brings into a message. */
export type LeadValues = Pick<TagValues, 'name' | 'address' | 'totalFeet' | 'estimateCents'>;

const NOTHING = { name: null, address: null, totalFeet: null, estimateCents: null, offerEnds: null };

const TAG: Record<keyof LeadValues, string> = {
  name: '{{name}}',
  address: '{{address}}',
  totalFeet: '{{total_feet}}',
  estimateCents: '{{estimate_amount}}',
};

/**
 * Of each value the one that is longest in a message (T12): as it is filled in, so that only the first name counts, and
 * nothing that is left out. They may come from different leads. Null where none has one.
 */
export function longestValues(leads: readonly LeadValues[]): LeadValues {
  const longest = <K extends keyof LeadValues>(key: K): LeadValues[K] | null => {
    let found: LeadValues[K] | null = null;
    let most = 0;
    for (const lead of leads) {
      if (lead[key] === null) continue;
      const { length } = fillTags(TAG[key], { ...NOTHING, [key]: lead[key] });
      if (length > most) [found, most] = [lead[key], length];
    }
    return found;
  };
  return {
    name: longest('name'),
    address: longest('address'),
    totalFeet: longest('totalFeet'),
    estimateCents: longest('estimateCents'),
  };
}
