import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { planPictureUrl } from '#core/features/messages/plan-picture.ts';
import { planeAt } from '#shared/features/drawing/earth.ts';
import { toDrawing } from '#shared/features/drawing/fence-drawing.ts';
import type { FenceLine } from '#shared/features/drawing/fence-line.ts';
import { type DeliveryLab, startDeliveryLab } from '../../../../test/delivery.ts';
import { widgetPosts } from '../../../../test/widget-posts.ts';

let lab: DeliveryLab;
beforeAll(async () => {
  lab = await startDeliveryLab({ env: { TRUST_PROXY: 'loopback' } });
});
afterAll(() => lab.close());

const YARD: FenceLine = {
  points: [
    [0, 57],
    [0, 0],
    [70, 0],
    [70, 57],
  ],
  closed: false,
  gates: [{ atFeet: 92, kind: 'walk' }],
};
const drawing = toDrawing([YARD], planeAt([-116.2145, 43.6152]), true);
const PICTURE = /\/fence\/plan\/([\w.-]+)\.png/;

const pictureIn = (html: string | undefined) => PICTURE.exec(html ?? '')?.[0] ?? '';
const fetched = (path: string) => fetch(`${lab.app.url}${path}`);

it('emails about a drawn fence contain the drawing, as an image and as text', async () => {
  const company = await lab.app.a.company({ name: 'Acme Fence', widget_instant_quotes: true });
  await lab.app.a.material(company, { name: 'Vinyl' });
  const widget = widgetPosts(lab.app);
  const email = 'marisol.vega@example.com';
  const measured = { drawing, runs: [{ feet: 184 }], gates: [{ kind: 'walk' }] };
  const { leadId } = await widget.taken(widget.lead(company, { name: 'Marisol Vega', email, ...measured }));
  await lab.drain(company);
  const caller = await lab.app.callerFor(company);
  const { materialId } = await caller.leads.get({ leadId });
  const fence = { materialId: materialId ?? '', gateCount: 1 };
  await caller.estimates.send({ leadId, perimeter: 184, ...fence });
  await lab.drain(company);

  const about = [...lab.mails(email), ...lab.mails(company.email)];
  expect(about.map(({ subject }) => subject)).toEqual([
    expect.stringContaining('Acme Fence'),
    expect.stringContaining('Your fence estimate'),
    expect.stringContaining('New lead: Marisol Vega'),
  ]);
  for (const { html, text } of about) {
    expect(text).toContain('Sides: 57 ft, 70 ft, 57 ft');
    expect(html).toContain('alt="Top view of the fence"');
    const response = await fetched(pictureIn(html));
    expect(response.headers.get('content-type')).toBe('image/png');
    const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect([width, height]).toEqual([992, 496]);
  }

  // The estimate includes no drawing because its length differs from the drawn one.
  await caller.estimates.send({ leadId, perimeter: 250, ...fence });
  await lab.drain(company);
  expect(lab.mails(email).at(-1)?.text).toContain('250 ft');
  expect(lab.mails(email).at(-1)?.text).not.toContain('Sides');
});

it('the image’s URL contains the shape but not the location, and other shapes aren’t rendered', async () => {
  const url = planPictureUrl(lab.app.config, drawing, 'es') ?? '';
  const token = PICTURE.exec(url)?.[1] ?? '';
  const [payload = ''] = token.split('.');
  expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toEqual([
    'es',
    [
      [
        [
          [0, 0],
          [0, -57],
          [70, -57],
          [70, 0],
        ],
        false,
        [[92, 'walk']],
      ],
    ],
  ]);
  const other = Buffer.from('["en",[[[[0,0],[9,9]],false,[]]]]').toString('base64url');
  for (const wrong of [`${other}.${token.split('.')[1]}`, `${token}x`, payload, 'x'])
    expect({ wrong, status: (await fetched(`/fence/plan/${wrong}.png`)).status }).toEqual({ wrong, status: 404 });
});

it('a drawing that’s too long for a URL is only described as text', () => {
  const long: FenceLine = {
    points: Array.from({ length: 200 }, (_, index) => [index, (index % 2) * 3]),
    closed: false,
    gates: [],
  };
  expect(planPictureUrl(lab.app.config, toDrawing([long], planeAt([-116.2145, 43.6152]), true), 'en')).toBeUndefined();
});
