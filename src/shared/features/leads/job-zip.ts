/** Returns the job's ZIP code: the lead's own, else the last one in the address. Null if neither is known. */
export const jobZip = ({ zip, address }: { zip: string | null; address: string | null }): string | null =>
  zip?.slice(0, 5) ?? address?.match(/\b\d{5}(?=(?:-\d{4})?\s*(?:,?\s*(?:US|USA))?\s*$)/)?.[0] ?? null;
