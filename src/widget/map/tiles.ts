import { h, on } from '../dom.ts';
import { type Camera, TILE, tilesIn, toScreen } from './mercator.ts';

/** The response of `GET /api/widget/v1/map`. */
export interface MapSettings {
  /** A URL template with {z}, {x} and {y}. */
  tilesUrl: string;
  attribution: string;
  /** The highest zoom level that tiles are requested for. Closer views enlarge these tiles. */
  maxZoom: number;
}

/** Below this zoom level, aerial images don't show a yard. */
const FARTHEST = 16;
/** How long the first tile may take to load, in milliseconds. */
const PATIENCE = 8_000;

export interface TileLayer {
  /** Requests the tiles that are visible, and repositions those that are already loaded. */
  update(camera: Camera): void;
  remove(): void;
}

const addressOf = (template: string, level: number, x: number, y: number): string =>
  template.replace('{z}', `${level}`).replace('{x}', `${x}`).replace('{y}', `${y}`);

/**
 * Shows map tiles in `pane`. If the service has no tiles at a zoom level, lower levels are requested. `shown` is called
 * when the first tile appears. `missing` is called once if no tile appears, for example because the page's content
 * security policy blocks the requests, or because the service rejects them or is too slow.
 */
export const tileLayer = (
  pane: HTMLElement,
  { tilesUrl, maxZoom }: MapSettings,
  { shown, missing }: { shown: () => void; missing: () => void },
): TileLayer => {
  const images = new Map<string, { image: HTMLImageElement; level: number; x: number; y: number }>();
  let closest = maxZoom;
  let came = false;
  let gone = false;
  let camera: Camera | undefined;
  const remove = () => {
    gone = true;
    clearTimeout(timer);
    pane.replaceChildren();
    images.clear();
  };
  const give = () => {
    remove();
    missing();
  };
  const timer = setTimeout(give, PATIENCE);
  const failed = (level: number) => {
    if (came || gone || level > closest) return;
    if (level <= FARTHEST) return give();
    closest = level - 1;
    if (camera) update(camera);
  };
  const add = (key: string, level: number, x: number, y: number) => {
    const image = h('img', {
      class: 'ti',
      alt: '',
      draggable: 'false',
      referrerpolicy: 'strict-origin-when-cross-origin',
    });
    images.set(key, { image, level, x, y });
    on(image, 'load', () => {
      image.classList.add('in');
      if (gone || came) return;
      came = true;
      clearTimeout(timer);
      shown();
    });
    on(image, 'error', () => failed(level));
    image.src = addressOf(tilesUrl, level, x, y);
    pane.append(image);
  };
  const update = (seen: Camera) => {
    camera = seen;
    if (gone || seen.size[0] === 0) return;
    const level = Math.min(closest, Math.max(0, Math.round(seen.zoom)));
    const wanted = new Set<string>();
    for (const { x, y } of tilesIn(seen, level)) {
      const key = `${level}/${x}/${y}`;
      wanted.add(key);
      if (!images.has(key)) add(key, level, x, y);
    }
    // Tiles of the previous level stay visible underneath until the tiles of this level are loaded.
    const whole = [...wanted].every((key) => images.get(key)?.image.complete);
    for (const [key, tile] of images)
      if (!wanted.has(key) && (whole || tile.level === level || tile.level > closest)) {
        tile.image.remove();
        images.delete(key);
      } else place(seen, tile, tile.level === level);
  };
  return { update, remove };
};

const place = (
  camera: Camera,
  { image, level, x, y }: { image: HTMLImageElement; level: number; x: number; y: number },
  above: boolean,
) => {
  const count = 2 ** level;
  const [left, top] = toScreen(camera, [x / count, y / count]);
  image.style.zIndex = above ? '1' : '0';
  image.style.transform = `translate(${left}px, ${top}px) scale(${2 ** (camera.zoom - level)})`;
  image.style.width = `${TILE}px`;
  image.style.height = `${TILE}px`;
};
