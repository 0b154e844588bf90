import { Collection } from '../store.ts';

/** Twilio's default keywords. The whole body must match, so 'Stop please' doesn't count (T6). */
const STOP = ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'];
const START = ['START', 'YES', 'UNSTOP'];
const HELP = ['HELP', 'INFO'];

interface OptOut {
  id: string;
  /** How many more texts may be sent to this person: the confirmation, and one reply to each HELP. */
  grace: number;
}

/**
 * Records who has opted out of each of our numbers. Twilio's automatic replies are assumed to be off, so the product
 * sends its own confirmation and HELP reply. One more text is therefore allowed after an opt-out, and another one after
 * each HELP. Twilio rejects all other texts with 21610.
 */
export class OptOuts {
  readonly #rows: Collection<OptOut>;

  constructor(folder: string | undefined) {
    this.#rows = new Collection<OptOut>('opt-outs', folder);
  }

  /** Applies the keywords in a text from `person` to our number `ours`. */
  receive(ours: string, person: string, text: string): void {
    const word = text.trim().toUpperCase();
    const id = pair(ours, person);
    const known = this.#rows.find(id);
    if (STOP.includes(word)) {
      if (known === undefined) this.#rows.put({ id, grace: 1 });
    } else if (START.includes(word)) this.#rows.remove(id);
    else if (HELP.includes(word) && known !== undefined) this.#rows.put({ id, grace: known.grace + 1 });
  }

  /**
   * Returns true if a text may be sent to this person now. After an opt-out, each call uses up one of the allowed
   * texts.
   */
  letThrough(ours: string, person: string): boolean {
    const known = this.#rows.find(pair(ours, person));
    if (known === undefined) return true;
    if (known.grace === 0) return false;
    this.#rows.put({ ...known, grace: known.grace - 1 });
    return true;
  }
}

const pair = (ours: string, person: string): string => `${ours} ${person}`;
