export const KINDS = ['verify', 'reset', 'sign-in', 'totp', 'invite'] as const;

/** The secret in an emailed link or in Google's redirect. */
export interface MailedLink {
  kind: (typeof KINDS)[number];
  token: string;
}

/** Returns the secret in a URL's hash or query, or null if there's none. */
export const findLink = ({ hash, search }: Pick<Location, 'hash' | 'search'>): MailedLink | null => {
  for (const params of [new URLSearchParams(hash.slice(1)), new URLSearchParams(search)])
    for (const kind of KINDS) {
      const token = params.get(kind);
      if (token) return { kind, token };
    }
  return null;
};

/** Returns the URL without its secret, because the secret must not end up in history, bookmarks or screenshots. */
export const withoutLink = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string => {
  const params = new URLSearchParams(search);
  for (const kind of KINDS) params.delete(kind);
  return params.size === 0 ? pathname : `${pathname}?${params}`;
};
