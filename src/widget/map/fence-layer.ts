import { inPixelsOf } from './gestures.ts';
import type { Point } from '#shared/features/drawing/earth.ts';
import { nearestOn, pointAt } from '#shared/features/drawing/fence-line.ts';
import { planShapes } from '#shared/features/drawing/fence-plan.ts';
import type { Language } from '#shared/primitives/language.ts';
import { on } from '../dom.ts';
import type { MapWords } from '../words/map-words.ts';
import type { FenceModel } from './fence-model.ts';
import type { Loupe } from './loupe.ts';
import type { MapView } from './map-view.ts';
import { svg } from './svg.ts';

type Grip = { kind: 'corner' | 'gate'; run: number; index: number };

/** Half the size of a touch handle, in pixels. */
const REACH = 22;
const STEPS: Record<string, Point> = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
/** While Shift is pressed, an arrow key moves a corner or gate by this many feet. */
const FAR = 10;

interface Layer {
  view: MapView;
  model: FenceModel;
  loupe: Loupe;
  words: MapWords;
  language: Language;
}

const shapesOf = ({ view, model, language }: Layer): SVGElement[] => {
  const shapes = planShapes(model.lines(), (point) => view.toPixels(point), language);
  return [
    ...shapes.runs.flatMap((d) => [svg('path', { class: 'fl fb', d }), svg('path', { class: 'fl', d })]),
    ...shapes.gates.map(({ d }) => svg('path', { class: 'fl ga', d })),
    ...shapes.labels.map(({ at: [x, y], text }) => svg('text', { class: 'fe', x, y }, text)),
  ];
};

const placeOf = ({ model }: Layer, { kind, run, index }: Grip): Point | undefined => {
  const line = model.lines()[run];
  if (!line) return undefined;
  const gate = line.gates[index];
  return kind === 'corner' ? line.points[index] : gate && pointAt(line, gate.atFeet).point;
};

const moveTo = ({ model }: Layer, { kind, run, index }: Grip, point: Point, keep: boolean) => {
  const line = model.lines()[run];
  if (!line) return;
  if (kind === 'corner') model.moveCorner(run, index, point, keep);
  else model.moveGate(run, index, nearestOn(line, point).atFeet, keep);
};

/** Makes a handle draggable. Dragging moves its corner or gate. A loupe shows the position under the finger. */
const makeDraggable = (layer: Layer, handle: SVGElement, grip: Grip) => {
  const { view, model, loupe } = layer;
  on(handle, 'pointerdown', (down) => {
    const { pointerId, clientX, clientY } = down as PointerEvent;
    down.preventDefault();
    const place = placeOf(layer, grip);
    if (!place) return;
    // Keeps the distance between the finger and the corner, wherever the handle was touched.
    const [x, y] = view.toPixels(place);
    const [downX, downY] = inPixelsOf(view.root, [clientX, clientY]);
    let moved = false;
    const stop = new AbortController();
    const follow = (event: PointerEvent) => {
      if (event.pointerId !== pointerId) return;
      const far = Math.hypot(event.clientX - clientX, event.clientY - clientY);
      if (!moved && far < 4) return;
      const [nowX, nowY] = inPixelsOf(view.root, [event.clientX, event.clientY]);
      const at: Point = [nowX - downX + x, nowY - downY + y];
      moveTo(layer, grip, view.toFeet(at), !moved);
      moved = true;
      loupe.show(at);
    };
    const end = (event: PointerEvent) => {
      if (event.pointerId !== pointerId) return;
      stop.abort();
      loupe.hide();
      // A tap on the first corner of an open run closes the run.
      if (!moved && grip.kind === 'corner' && grip.index === 0 && grip.run === model.current()) model.close();
    };
    // These listeners are on the window because the handle's element is replaced while it moves. They capture, because
    // events inside the widget don't reach the page.
    const options = { signal: stop.signal, capture: true };
    window.addEventListener('pointermove', follow, options);
    window.addEventListener('pointerup', end, options);
    window.addEventListener('pointercancel', end, options);
  });
};

const onKey = (layer: Layer, grip: Grip, event: KeyboardEvent) => {
  const { model } = layer;
  const step = STEPS[event.key];
  const place = placeOf(layer, grip);
  if (step && place) {
    const feet = event.shiftKey ? FAR : 1;
    const { square } = model;
    model.square = false;
    moveTo(layer, grip, [place[0] + step[0] * feet, place[1] + step[1] * feet], true);
    model.square = square;
  } else if (event.key === 'Delete' || event.key === 'Backspace') {
    if (grip.kind === 'corner') model.removeCorner(grip.run, grip.index);
    else model.removeGate(grip.run, grip.index);
  } else return;
  event.preventDefault();
};

const handleOf = (layer: Layer, grip: Grip, name: string): SVGElement[] => {
  const place = placeOf(layer, grip);
  if (!place) return [];
  const [cx, cy] = layer.view.toPixels(place);
  const last = layer.model.lines()[grip.run]?.points.length === grip.index + 1;
  const isNext = grip.kind === 'corner' && last && grip.run === layer.model.current();
  const handle = svg(
    'g',
    { class: `hd ${grip.kind}${isNext ? ' nx' : ''}`, tabindex: 0, role: 'button', 'aria-label': name },
    svg('circle', { class: 'ht', cx, cy, r: REACH }),
    svg('circle', { class: 'hc', cx, cy, r: grip.kind === 'corner' ? 8 : 9 }),
  );
  handle.dataset['key'] = `${grip.kind} ${grip.run} ${grip.index}`;
  makeDraggable(layer, handle, grip);
  on(handle, 'keydown', (event) => onKey(layer, grip, event as KeyboardEvent));
  return [handle];
};

/** Returns a function that redraws the fence and its handles without losing focus. */
export const fenceLayer = (layer: Layer): (() => void) => {
  const { view, model, words } = layer;
  return () => {
    const root = view.overlay.getRootNode() as ShadowRoot | Document;
    const key = (root.activeElement as SVGElement | null)?.dataset?.['key'];
    const handles = model
      .lines()
      .flatMap((line, run) => [
        ...line.points.flatMap((_, index) =>
          handleOf(layer, { kind: 'corner', run, index }, words.corner({ run: run + 1, corner: index + 1 })),
        ),
        ...line.gates.flatMap((_, index) =>
          handleOf(layer, { kind: 'gate', run, index }, words.gateName({ run: run + 1, gate: index + 1 })),
        ),
      ]);
    view.overlay.replaceChildren(...shapesOf(layer), ...handles);
    if (key !== undefined) handles.find((handle) => handle.dataset['key'] === key)?.focus({ preventScroll: true });
  };
};
