import type { Ask } from '../api.ts';
import { on } from '../dom.ts';
import type { StepWords } from '../words/step-words.ts';
import type { Field } from './field.ts';
import { type FindPlaces, offerPlaces, type Place } from './place-picker.ts';
import { show } from './watch.ts';

const typed = ({ input }: Field) => input.value.trim();

const fill = (field: Field, text: string) => {
  field.input.value = text;
  show(field, '');
};

/** City and ZIP fill each other from places in the US; `changed` is called when one was filled in. */
export const linkTown = (
  words: StepWords,
  { city, zip }: { city: Field; zip: Field },
  { ask, changed }: { ask: Ask; changed: () => void },
): void => {
  const find: FindPlaces = async (query) =>
    (await ask<{ items: Place[] }>(`address?q=${encodeURIComponent(query)}`)).body.items;
  const pick = (place: Place) => {
    fill(city, `${place.city}, ${place.state}`);
    // a town with several ZIP codes has none to give: what was typed stays
    if (place.zip) fill(zip, place.zip);
    changed();
  };
  const lookUp = async () => {
    const code = /^\d{5}/.exec(typed(zip))?.[0];
    if (!code || typed(city)) return;
    const place = (await find(code))?.[0];
    // who types there meanwhile knows it themselves
    const idle = !typed(city) && !city.input.matches(':focus');
    if (place && idle && typed(zip).startsWith(code)) pick({ ...place, zip: typed(zip) });
  };
  offerPlaces(words, city, { find, pick });
  on(zip.input, 'change', () => void lookUp());
};
