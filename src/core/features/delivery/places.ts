/** What one company may have on its way of a process's whole. */
export interface Places {
  /** How many it may have at the moment: all, divided by the companies whose turn it is, one at least. */
  share(): number;
  /** How many it may begin now. */
  free(): number;
  take(count: number): void;
  give(count: number): void;
  /** Gives its part to the others. What is still on its way counts until it is given. */
  leave(): void;
}

export interface SharedPlaces {
  join(): Places;
}

/**
 * Room for `total` messages on their way (which may change), shared fairly by the companies whose turn it is: no company's backlog leaves
 * another without room. What a worker killed now would leave unsettled is never more than that, and one for each company
 * that found all of it taken.
 */
export function sharePlaces(total: () => number): SharedPlaces {
  let companies = 0;
  let taken = 0;
  return {
    join() {
      let own = 0;
      companies += 1;
      const share = () => Math.max(1, Math.floor(total() / Math.max(1, companies)));
      return {
        share,
        // one is always let in: a company that has nothing on its way must not wait for those that were there before it
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
