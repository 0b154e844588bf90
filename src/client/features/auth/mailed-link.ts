const KINDS = ['verify', 'reset', 'sign-in', 'totp'] as const;

/** What a link in an email (or the way back from Google) carries. */
export interface MailedLink {
  kind: (typeof KINDS)[number];
  token: string;
}

/** Finds the secret behind `#` or `?` of an address; null where there is none. */
export const findLink = ({ hash, search }: Pick<Location, 'hash' | 'search'>): MailedLink | null => {
  for (const params of [new URLSearchParams(hash.slice(1)), new URLSearchParams(search)])
    for (const kind of KINDS) {
      const token = params.get(kind);
      if (token) return { kind, token };
    }
  return null;
};

/** The address without its secret, which must stay in no history, no bookmark and no screenshot. */
export const withoutLink = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string => {
  const params = new URLSearchParams(search);
  for (const kind of KINDS) params.delete(kind);
  return params.size === 0 ? pathname : `${pathname}?${params}`;
};
