const KEY = 'crm:organization';

/** The organization that was looked at last in this browser; storage that is refused remembers none. */
export const lastOrganization = {
  get(): string | null {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null;
    }
  },
  set(orgId: string): void {
    try {
      localStorage.setItem(KEY, orgId);
    } catch {
      // the address still says it
    }
  },
};
