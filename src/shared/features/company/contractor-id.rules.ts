/** The id of a company without a usable name (spec, section 9). */
export const DEFAULT_CONTRACTOR_ID = 'your-company';

/**
 * Derives a contractor id from a company name (spec, section 9). Converts the name to lowercase, turns spaces into
 * hyphens, and removes accents and all characters other than [a-z0-9-]. Returns 'your-company' if nothing remains. If
 * another company already has this id, the caller adds a suffix.
 */
export const contractorIdOf = (companyName: string): string => {
  const id = companyName
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\s+/g, '-')
    .replace(/[^a-z0-9-]/g, '')
    .replace(/-{2,}/g, '-')
    .replace(/^-|-$/g, '');
  return id || DEFAULT_CONTRACTOR_ID;
};
