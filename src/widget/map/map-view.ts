import { type Plane, planeAt, type Point, type Position } from '#shared/features/drawing/earth.ts';
import { boxOf } from '#shared/features/drawing/fence-line.ts';
import { h } from '../dom.ts';
import { followFingers } from './gestures.ts';
import { gridPaths } from './grid.ts';
import { type Camera, fromMercator, fromScreen, moved, toMercator, toScreen } from './mercator.ts';
import { svg } from './svg.ts';
import { type MapSettings, type TileLayer, tileLayer } from './tiles.ts';

/** The zoom level for a yard. About 200 ft fit on a phone's screen. */
const YARD_ZOOM = 19.5;
const [FARTHEST, CLOSEST] = [15, 23];
/** The padding in pixels when the map is fitted to the whole fence. */
const ROOM = 56;

export interface MapView {
  root: HTMLElement;
  /** The SVG layer above the map tiles, in pixels of the map's box. */
  overlay: SVGSVGElement;
  toPixels(point: Point): Point;
  toFeet(pixels: Point): Point;
  plane(): Plane;
  /** Whether aerial images of a place are shown. */
  hasPictures(): boolean;
  /** Moves the map to a place and shows its aerial images, if there are any. The drawn fence keeps its shape. */
  goTo(place: Position): void;
  /** Moves and zooms the map so that all points are visible. */
  fit(points: readonly Point[]): void;
  zoom(by: number): void;
  destroy(): void;
}

export interface MapEvents {
  tap: (point: Point) => void;
  /** Called when the view has moved and the overlay must be redrawn. */
  moved: () => void;
  /** Called with true when aerial images appear, and with false if there are none. */
  pictures: (are: boolean) => void;
}

const within = (zoom: number): number => Math.min(CLOSEST, Math.max(FARTHEST, zoom));

/**
 * Creates a map that the homeowner can drag and pinch. It shows aerial images of a place, or a grid in feet if there
 * are no images. The fence is drawn above the images or the grid, in `overlay`.
 */
export const mapView = (start: Position, settings: MapSettings | undefined, events: MapEvents): MapView => {
  const pane = h('div', { class: 'mp' });
  const grid = svg('svg', { class: 'gr', 'aria-hidden': 'true' });
  const overlay = svg('svg', { class: 'ov' });
  const root = h('div', { class: 'mv' }, pane, grid, overlay);
  let plane = planeAt(start);
  let camera: Camera = { center: toMercator(start), zoom: YARD_ZOOM, size: [0, 0] };
  let pictures = false;
  let tiles: TileLayer | undefined;

  const toPixels = (point: Point): Point => toScreen(camera, toMercator(plane.toPosition(point)));
  const toFeet = (pixels: Point): Point => plane.toPoint(fromMercator(fromScreen(camera, pixels)));
  const redraw = () => {
    const [width, height] = camera.size;
    tiles?.update(camera);
    grid.replaceChildren(...(pictures ? [] : gridPaths(toPixels, { width, height })));
    events.moved();
  };
  const look = (next: Camera) => {
    camera = next;
    redraw();
  };
  const show = (are: boolean) => {
    pictures = are;
    redraw();
    events.pictures(are);
  };
  const measure = () => {
    const { clientWidth, clientHeight } = root;
    look({ ...camera, size: [clientWidth, clientHeight] });
  };
  followFingers(pane, {
    tap: (at) => events.tap(toFeet(at)),
    move: (from, to, scale) => look(moved(camera, { from, to, zoom: within(camera.zoom + Math.log2(scale)) })),
  });
  const watchSize = new ResizeObserver(measure);
  watchSize.observe(root);

  return {
    root,
    overlay,
    toPixels,
    toFeet,
    plane: () => plane,
    hasPictures: () => pictures,
    goTo: (place) => {
      plane = planeAt(place);
      tiles?.remove();
      pictures = false;
      tiles = settings && tileLayer(pane, settings, { shown: () => show(true), missing: () => show(false) });
      look({ ...camera, center: toMercator(place), zoom: YARD_ZOOM });
      if (!tiles) show(false);
    },
    fit: (points) => {
      if (points.length < 2) return;
      measure();
      const { left, right, bottom, top } = boxOf(points);
      const [[fromX, fromY], [toX, toY]] = [toPixels([left, top]), toPixels([right, bottom])];
      const [width, height] = camera.size;
      const scale = Math.min(
        (width - 2 * ROOM) / Math.max(1, toX - fromX),
        (height - 2 * ROOM) / Math.max(1, toY - fromY),
      );
      const from: Point = [(fromX + toX) / 2, (fromY + toY) / 2];
      look(
        moved(camera, {
          from,
          to: [width / 2, height / 2],
          zoom: within(camera.zoom + Math.log2(Math.max(scale, 1e-6))),
        }),
      );
    },
    zoom: (by) => {
      const middle: Point = [camera.size[0] / 2, camera.size[1] / 2];
      look(moved(camera, { from: middle, to: middle, zoom: within(camera.zoom + by) }));
    },
    destroy: () => {
      watchSize.disconnect();
      tiles?.remove();
    },
  };
};
