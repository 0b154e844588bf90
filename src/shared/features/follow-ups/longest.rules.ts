import { fillTags, type TagValues } from './tags.rules.ts';

/** The lead values that a message can contain. */
export type LeadValues = Pick<TagValues, 'name' | 'address' | 'totalFeet' | 'estimateCents'>;

const NOTHING = { name: null, address: null, totalFeet: null, estimateCents: null, offer: null, offerEnds: null };

const TAG: Record<keyof LeadValues, string> = {
  name: '{{name}}',
  address: '{{address}}',
  totalFeet: '{{total_feet}}',
  estimateCents: '{{estimate_amount}}',
};

/**
 * Returns the longest value of each kind, measured as it appears in a message (T12). For example, a name is measured as
 * the first name. A value that messages leave out is ignored. The values may come from different leads. A value is null
 * if no lead has it.
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
