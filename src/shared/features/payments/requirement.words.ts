/** Descriptions of Stripe's requirements, by the prefix of Stripe's name. The longest matching prefix applies. */
const WORDS: readonly [start: string, words: string][] = [
  ['external_account', 'A bank account for payouts'],
  ['tos_acceptance', 'Your agreement to Stripe’s terms'],
  ['business_profile.url', 'Your website, or what you sell'],
  ['business_profile.product_description', 'Your website, or what you sell'],
  ['business_profile.mcc', 'Your line of business'],
  ['business_profile', 'Business details'],
  ['business_type', 'Your business type'],
  ['company.tax_id', 'Your company’s tax ID (EIN)'],
  ['company.address', 'Your company’s street address'],
  ['company.phone', 'Your company’s phone number'],
  ['company.verification', 'A company document'],
  ['company', 'Company details'],
  ['individual.verification', 'A photo of your ID'],
  ['individual.id_number', 'Your Social Security number'],
  ['individual.ssn_last_4', 'The last four digits of your Social Security number'],
  ['individual.dob', 'Your date of birth'],
  ['individual.address', 'Your home address'],
  ['individual', 'Details about you'],
  ['representative.verification', 'A photo of your ID'],
  ['representative', 'Details about your company’s representative'],
  ['owners', 'Your company’s owners'],
  ['directors', 'Your company’s directors'],
  ['executives', 'Your company’s executives'],
  ['person_', 'Details about a person at your company'],
  ['settlements', 'A bank account for payouts'],
];

const startsWith = (name: string, start: string): boolean =>
  name === start || (name.startsWith(start) && (start.endsWith('_') || '._'.includes(name.charAt(start.length))));

/** Turns 'business_profile.support_phone' into 'Business profile: support phone'. */
const spelled = (name: string): string => {
  const [first = '', ...rest] = name.split('.').map((part) => part.replaceAll('_', ' '));
  return `${first.charAt(0).toUpperCase()}${first.slice(1)}${rest.length > 0 ? `: ${rest.join(', ')}` : ''}`;
};

const wordsOf = (name: string): string =>
  WORDS.filter(([start]) => startsWith(name, start)).toSorted(([a], [b]) => b.length - a.length)[0]?.[1] ??
  spelled(name);

/** Returns descriptions of the missing requirements for the contractor, without duplicates. */
export const requirementWords = (names: readonly string[]): string[] => [...new Set(names.map(wordsOf))];

const IN_REVIEW: readonly string[] = ['requirements.pending_verification', 'under_review', 'listed'];

/**
 * Returns the contractor's next step for an account that can't take payments. `finish` means that Stripe's form is
 * incomplete. `reconnect` means that we no longer have access to the account. `wait` means that only Stripe can act.
 */
export const connectStep = (reason: string | null, due: readonly string[]): 'finish' | 'reconnect' | 'wait' => {
  if (reason === 'platform_gone') return 'reconnect';
  if (reason === null || due.length > 0) return 'finish';
  return reason.startsWith('rejected.') || IN_REVIEW.includes(reason) ? 'wait' : 'finish';
};

/** Returns why Stripe disabled payments, as a sentence, or null if it gave no reason. */
export const disabledWords = (reason: string | null): string | null => {
  if (reason === null) return null;
  if (reason === 'platform_gone')
    return 'Stripe no longer gives us access to this account. Connect again to take payments.';
  if (reason.startsWith('rejected.')) return 'Stripe has closed this account. Contact Stripe.';
  if (reason === 'requirements.past_due') return 'Stripe needs the missing information below.';
  if (reason === 'requirements.pending_verification')
    return 'Stripe is reviewing your information. This can take a day.';
  if (reason === 'under_review') return 'Stripe is reviewing this account.';
  if (reason === 'listed') return 'Stripe is screening this account.';
  return 'Stripe has turned off payments. Open your Stripe account to see why.';
};
