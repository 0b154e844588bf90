import { h, on } from '../dom.ts';
import type { StepWords } from '../words/step-words.ts';
import type { Field } from './field.ts';
import type { Ask } from '../api.ts';
import { show } from './checks.ts';

export interface Place {
  label: string;
  /** Set only for a street address. */
  street?: string;
  city: string;
  state: string;
  zip: string;
  /** In degrees. For a street address, set only if the source provides it. */
  lat?: number;
  lon?: number;
}

export interface Found {
  items: Place[];
  /** The attribution that must be shown with the results. */
  credit?: string;
}

/** Searches for places. Resolves to undefined if there's no response. Never rejects. */
export type FindPlaces = (query: string) => Promise<Found | undefined>;

const PAUSE = 200;

/**
 * Suggests US places while the homeowner types in a field, following the ARIA combobox pattern (arrows, Enter, Escape).
 * The homeowner doesn't have to choose a suggestion, because any text is valid. If our server doesn't respond, no error
 * is shown.
 */
export const offerPlaces = (
  words: StepWords,
  { input, root }: Field,
  { find, pick, empty }: { find: FindPlaces; pick: (place: Place) => void; empty: string },
): void => {
  const list = h('ul', { role: 'listbox', id: `${input.id}-places`, 'aria-label': words.places, hidden: true });
  const none = h('small', { role: 'status' });
  root.append(list, none);
  let places: Place[] = [];
  let at = -1;
  let turn = 0;
  let timer = 0;

  const show = (found: Place[]) => {
    places = found;
    list.replaceChildren(
      ...found.map(({ label }, index) => h('li', { role: 'option', id: `${input.id}-${index}` }, label)),
    );
    list.hidden = found.length === 0;
    input.setAttribute('aria-expanded', `${found.length > 0}`);
    move(-1);
  };
  const move = (to: number) => {
    at = to;
    [...list.children].forEach((option, index) => option.setAttribute('aria-selected', `${index === to}`));
    input.setAttribute('aria-activedescendant', to < 0 ? '' : `${input.id}-${to}`);
  };
  const close = () => {
    turn++;
    clearTimeout(timer);
    show([]);
  };
  const choose = (place: Place | undefined) => {
    if (place) pick(place);
    close();
  };
  const look = async () => {
    const mine = ++turn;
    const found = await find(input.value.trim());
    // This response is outdated, because the text changed or the field lost focus since the request.
    if (mine !== turn) return;
    show(found?.items ?? []);
    none.textContent = !found ? '' : found.items.length ? (found.credit ?? '') : empty;
  };

  for (const [name, value] of [
    ['role', 'combobox'],
    ['aria-autocomplete', 'list'],
    ['aria-controls', list.id],
  ] as const)
    input.setAttribute(name, value);
  if (!input.hasAttribute('autocomplete')) input.setAttribute('autocomplete', 'off');
  close();
  on(input, 'input', () => {
    close();
    none.textContent = '';
    if (input.value.trim().length > 1) timer = window.setTimeout(() => void look(), PAUSE);
  });
  on(input, 'blur', close);
  on(input, 'keydown', (event) => {
    const { key } = event as KeyboardEvent;
    // Enter ends the search, so suggestions that arrive later don't open over what it leads to.
    if (key === 'Enter' && at < 0) return close();
    if (!places.length) return;
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
    if (step) move(at < 0 && step < 0 ? places.length - 1 : (at + step + places.length) % places.length);
    else if (key === 'Escape') close();
    else if (key === 'Enter' && at >= 0) choose(places[at]);
    else return;
    event.preventDefault();
  });
  // Otherwise, a mouse press would move focus and close the list before the click.
  on(list, 'mousedown', (event) => event.preventDefault());
  on(list, 'click', (event) => choose(places[[...list.children].indexOf(event.target as Element)]));
};

const typed = ({ input }: Field) => input.value.trim();

const fill = (field: Field, text: string) => {
  field.input.value = text;
  show(field, '');
};

/**
 * Suggests US places for the city and the street address. Fills in the city if the homeowner enters a ZIP code, and the
 * ZIP code if they choose a city. If they choose a street address, fills in both. Calls `changed` after filling in a
 * field. Returns a function that fills in all three fields from a street address.
 */
export const linkTown = (
  words: StepWords,
  { address, city, zip }: { address: Field; city: Field; zip: Field },
  { ask, changed }: { ask: Ask; changed: () => void },
): ((place: Place) => void) => {
  const find: FindPlaces = async (query) => {
    const { items, credit } = (await ask<Found>(`address?q=${encodeURIComponent(query)}`)).body;
    return items && { items, ...(credit ? { credit } : {}) };
  };
  const findStreets: FindPlaces = async (query) => {
    const found = /\d/.test(query) && query.length > 4 ? await find(query) : undefined;
    return found && { ...found, items: found.items.filter(({ street }) => street) };
  };
  const pick = (place: Place) => {
    fill(city, `${place.city}, ${place.state}`);
    // A city with several ZIP codes has no `place.zip`, so the typed ZIP stays.
    if (place.zip) fill(zip, place.zip);
    changed();
  };
  const pickStreet = (place: Place) => {
    fill(address, place.street ?? '');
    pick(place);
  };
  const lookUp = async () => {
    const code = /^\d{5}/.exec(typed(zip))?.[0];
    if (!code || typed(city)) return;
    const place = (await find(code))?.items[0];
    // Doesn't overwrite the city while the homeowner is typing in it.
    const idle = !typed(city) && !city.input.matches(':focus');
    if (place && idle && typed(zip).startsWith(code)) pick({ ...place, zip: typed(zip) });
  };
  offerPlaces(words, city, { find, pick, empty: words.noPlace });
  // Any typed street address is accepted, so an empty result isn't an error.
  offerPlaces(words, address, { find: findStreets, pick: pickStreet, empty: '' });
  on(zip.input, 'change', () => void lookUp());
  return pickStreet;
};
