import { NOWHERE, type FenceDrawing, toDrawing, toLines } from '#shared/features/drawing/fence-drawing.ts';
import type { MeasuredRun } from '#shared/features/drawing/measured.ts';
import { planeAt, type Position } from '#shared/features/drawing/earth.ts';
import type { Language } from '#shared/primitives/language.ts';
import type { Ask } from '../api.ts';
import { dress, h, on } from '../dom.ts';
import { makeField } from '../features/field.ts';
import { type Found, offerPlaces, type Place } from '../features/place-picker.ts';
import { mapWords } from '../words/map-words.ts';
import type { StepWords } from '../words/step-words.ts';
import { fenceLayer } from './fence-layer.ts';
import { fenceModel } from './fence-model.ts';
import { loupeOf } from './loupe.ts';
import css from './map.css?inline';
import { mapView } from './map-view.ts';
import { sidesPanel } from './sides-panel.ts';
import type { MapSettings } from './tiles.ts';

export interface MapResult {
  feet: number;
  drawing: FenceDrawing;
  runs: MeasuredRun[];
  gates: { kind: string }[];
}

export interface MapOptions {
  /** The widget's card, which the map covers. */
  card: HTMLElement;
  words: StepWords;
  language: Language;
  ask: Ask;
  /** The drawing to start from. */
  before: FenceDrawing | undefined;
  /** The street address as typed so far. */
  address: string;
  /** The fence's price. Undefined if prices are hidden. */
  price: (feet: number, gates: number) => string | undefined;
  placed: (place: Place) => void;
  /**
   * Called once, when the map closes: with the fence, or with undefined if the homeowner would rather type a length.
   */
  done: (result: MapResult | undefined) => void;
}

const isPlaced = ({ lat, lon }: Place): boolean => lat !== undefined && lon !== undefined;

/** Opens the map for measuring a fence. It shows aerial images of the place, or a grid. */
export const openMap = async (options: MapOptions): Promise<void> => {
  const { card, words: all, language, ask, before, price, placed, done } = options;
  const words = mapWords(language);
  const { status, body } = await ask<MapSettings>('map');
  const settings = status === 200 && body.tilesUrl ? (body as MapSettings) : undefined;
  const first: Position = before?.features[0]?.geometry.coordinates[0] ?? NOWHERE;
  const plane = planeAt(first);

  let gating = false;
  let located = before !== undefined && before.located !== false;
  const root = card.getRootNode() as ShadowRoot;
  const dialog = h('dialog', { class: 'md', 'aria-label': words.title });
  const hint = h('p', { class: 'hi', role: 'status' });
  const total = h('b', { class: 'to', role: 'status' });
  const cost = h('small', {});
  const use = h('button', { type: 'button', class: 'bt' });
  const credit = h('small', { class: 'cr' });
  const tool = (text: string, press: () => void): HTMLButtonElement => {
    const made = h('button', { type: 'button', class: 'tb' }, text);
    on(made, 'click', press);
    return made;
  };

  const model = fenceModel(before ? toLines(before, plane) : [], () => update());
  const view = mapView(first, settings, {
    tap: (point) => {
      if (!gating) return model.addCorner(point);
      const reach = Math.abs(view.toFeet([40, 0])[0] - view.toFeet([0, 0])[0]);
      if (model.addGate(point, reach)) setGating(false);
    },
    moved: () => draw(),
    pictures: (are) => {
      credit.textContent = are ? (settings?.attribution ?? '') : '';
      view.root.classList.toggle('pi', are);
      say();
    },
  });
  const undo = tool(words.undo, () => model.undo());
  const close = tool(words.close, () => model.close());
  const square = tool(words.square, () => {
    model.square = !model.square;
    square.setAttribute('aria-pressed', `${model.square}`);
  });
  square.setAttribute('aria-pressed', 'true');
  const gate = tool(words.addGate, () => setGating(!gating));
  const run = tool(words.newRun, () => model.startRun());
  const sides = sidesPanel(words, model);
  const setGating = (yes: boolean) => {
    gating = yes;
    gate.setAttribute('aria-pressed', `${yes}`);
    view.root.classList.toggle('gt', yes);
    say();
  };
  const say = () => {
    const ground = view.hasPictures() ? words.tap : located ? words.noPictures : words.start;
    const text = gating ? words.tapGate : model.total() > 0 ? words.drag : ground;
    if (hint.textContent !== text) hint.textContent = text;
  };
  const redraw = fenceLayer({ view, model, loupe: loupeOf(view), words, language });
  const draw = () => ready && redraw();
  const update = () => {
    if (!ready) return;
    const feet = model.total();
    const gates = model.gateCount();
    total.textContent = words.total({ feet: all.feet(feet), gates: words.gates({ count: gates }) });
    cost.textContent = (feet > 0 && price(feet, gates)) || '';
    use.textContent = words.use({ feet: all.feet(feet) });
    use.disabled = feet <= 0;
    undo.disabled = !model.canUndo();
    close.disabled = !model.canClose();
    gate.disabled = feet <= 0;
    run.disabled = feet <= 0;
    sides.update();
    redraw();
    say();
  };
  let ready = false;

  const leave = (result?: MapResult) => {
    view.destroy();
    dialog.remove();
    done(result);
  };
  const result = (): MapResult => {
    const drawing = toDrawing(model.lines(), view.plane(), located);
    const runs = drawing.features.map(({ properties: { feet } }) => ({ feet }));
    const gates = drawing.features.flatMap(({ properties }) => properties.gates ?? []).map(({ kind }) => ({ kind }));
    return { feet: model.total(), drawing, runs, gates };
  };

  const address = makeField('map-address', {
    label: words.address,
    attributes: { autocomplete: 'off', maxlength: '100', enterkeyhint: 'search', placeholder: words.addressHint },
  });
  const goTo = (place: Place) => {
    if (place.lat === undefined || place.lon === undefined) return;
    address.input.value = place.label;
    located = true;
    view.goTo([place.lon, place.lat]);
    if (place.street) placed(place);
  };
  const find = async (query: string): Promise<Found | undefined> => {
    const found = (await ask<Found>(`address?q=${encodeURIComponent(query)}`)).body;
    return found.items && { ...found, items: found.items.filter((place) => isPlaced(place)) };
  };
  offerPlaces(all, address, { find, pick: goTo, empty: words.noAddress });
  on(address.input, 'keydown', (event) => {
    if ((event as KeyboardEvent).key !== 'Enter' || event.defaultPrevented) return;
    event.preventDefault();
    void find(address.input.value.trim()).then((found) => found?.items[0] && goTo(found.items[0]));
  });
  address.input.value = options.address;

  const zoomIn = tool('+', () => view.zoom(1));
  zoomIn.setAttribute('aria-label', words.zoomIn);
  const zoomOut = tool('−', () => view.zoom(-1));
  zoomOut.setAttribute('aria-label', words.zoomOut);
  view.root.append(h('div', { class: 'zo' }, zoomIn, zoomOut), credit);
  const typeInstead = h('button', { type: 'button', class: 'li' }, words.typeInstead);
  on(typeInstead, 'click', () => leave());
  on(use, 'click', () => leave(result()));
  on(dialog, 'cancel', (event) => {
    event.preventDefault();
    leave();
  });
  dialog.append(
    h('div', { class: 'mh' }, address.root, typeInstead),
    hint,
    view.root,
    h('div', { class: 'tl', role: 'toolbar', 'aria-label': words.tools }, undo, gate, close, square, run),
    sides.root,
    h('div', { class: 'go mf' }, h('div', {}, total, cost), use),
  );
  card.append(dialog);
  dress(root, css);
  // Safari before 15.4 has no modal dialogs, so there the map covers the page without one.
  if (typeof dialog.showModal === 'function') dialog.showModal();
  else dialog.setAttribute('open', '');
  ready = true;
  if (before) {
    if (located) view.goTo(first);
    view.fit(model.lines().flatMap(({ points }) => points));
  } else if (options.address) void find(options.address).then((found) => found?.items[0] && goTo(found.items[0]));
  update();
};
