import { type RequestHandler, Router } from 'express';
import type { Faults } from '../faults.ts';
import { type Lot, LOTS, middleOf, STREET } from './neighborhood.ts';
import { drawTile, isTile } from './tile.ts';

const MOST_ANSWERS = 8;

/**
 * Stand-ins for a geocoder and a map tile service. Both cover one fictional street. `GET /geocoder/api?q=…` responds
 * like Photon. `GET /tiles/{z}/{x}/{y}` responds with an image.
 */
export function mapRoutes(faults: Faults): Router {
  const router = Router();
  router.get('/geocoder/api', breakable(faults, 'geocoder'), (request, response) => {
    const query = typeof request.query['q'] === 'string' ? request.query['q'] : '';
    const limit = Number(request.query['limit'] ?? MOST_ANSWERS);
    response.json({ type: 'FeatureCollection', features: find(query).slice(0, limit).map(toFeature) });
  });
  router.get('/tiles/:z/:x/:y', breakable(faults, 'tiles'), (request, response) => {
    const { z, x, y } = request.params;
    const tile = { z: Number(z), x: Number(x), y: Number(String(y).replace(/\.\w+$/, '')) };
    if (!isTile(tile)) return void response.status(404).end();
    response
      .set({ 'cache-control': 'public, max-age=3600', 'access-control-allow-origin': '*' })
      .type('image/svg+xml')
      .send(drawTile(tile));
  });
  return router;
}

const breakable =
  (faults: Faults, service: 'geocoder' | 'tiles'): RequestHandler =>
  (request, response, next) => {
    const mode = faults.take(service, 'read');
    if (mode === 'none') return next();
    if (mode === 'http500') return void response.status(500).end();
    if (mode === 'http429') return void response.status(429).end();
    if (mode === 'hang_up') return void request.socket.destroy();
    // 'timeout': sends no response until the client gives up
  };

const letters = (text: string): string =>
  text
    .toLowerCase()
    .replace(/\blane\b/g, 'ln')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

/** Finds the lots that match a query, such as 'sandbox', '120 sandb' or '120 Sandbox Ln, Boise, ID 83702'. */
function find(query: string): Lot[] {
  const said = letters(query);
  const [, number, street = ''] = /^(\d+ )?(.*)$/.exec(said) ?? [];
  const whole = letters(`${STREET.name} ${STREET.city} ID ${STREET.zip}`);
  const named = letters(`${STREET.name} ${STREET.city} ${STREET.state} ${STREET.zip}`);
  if (street.length < 3 || ![whole, named].some((full) => full.startsWith(street))) return [];
  return LOTS.filter((lot) => number === undefined || lot.number === Number(number));
}

const toFeature = (lot: Lot) => {
  const { lat, lon } = middleOf(lot);
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [lon, lat] },
    properties: {
      osm_type: 'N',
      osm_key: 'place',
      osm_value: 'house',
      type: 'house',
      housenumber: String(lot.number),
      street: STREET.name,
      city: STREET.city,
      state: STREET.state,
      postcode: STREET.zip,
      countrycode: 'US',
      country: 'United States',
    },
  };
};
