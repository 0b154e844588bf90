/** One company's share of a process's capacity. */
export interface CompanyShare {
  /** Its current share: the total divided by the companies whose turn it is, at least one. */
  share(): number;
  /** How many it can start now. */
  free(): number;
  take(count: number): void;
  give(count: number): void;
  /** Releases its share. Messages in progress count until they end. */
  leave(): void;
}

export interface SharedCapacity {
  join(): CompanyShare;
}

/**
 * Capacity for `total` messages in progress (which may change), shared evenly by the companies whose turn it is, so one
 * company's backlog never blocks another. A killed worker leaves at most this many unresolved, plus one for each
 * company that found all of it taken.
 */
export function shareCapacity(total: () => number): SharedCapacity {
  let companies = 0;
  let taken = 0;
  return {
    join() {
      let own = 0;
      companies += 1;
      const share = () => Math.max(1, Math.floor(total() / Math.max(1, companies)));
      return {
        share,
        // Always admits one: a company with nothing in progress must not wait for earlier companies.
        free: () => Math.max(own === 0 ? 1 : 0, Math.min(share() - own, total() - taken)),
        take(count) {
          own += count;
          taken += count;
        },
        give(count) {
          own -= count;
          taken -= count;
        },
        leave() {
          companies -= 1;
        },
      };
    },
  };
}
