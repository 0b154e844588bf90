const KEY = 'crm:organization';

/** The organization last viewed in this browser. Null if storage is blocked. */
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
      // Storage is blocked, but the URL still contains the organization.
    }
  },
};
