import { expect, it } from 'vitest';
import { findWidgets } from './find-widget.ts';

const WHERE = { page: 'https://acme.com/', host: 'picket.example.com' };
const idsOf = (html: string) => findWidgets(html, WHERE).map(({ contractorId }) => contractorId);

it.each([
  ['<script src="https://picket.example.com/widget-embed.js" data-contractor-id="acme" async></script>', ['acme']],
  ["<SCRIPT async data-contractor-id='acme' SRC='//picket.example.com/widget-embed.js?v=1'></SCRIPT>", ['acme']],
  ['<script src=https://picket.example.com/widget-embed.js data-contractor-id=acme></script>', ['acme']],
  ['<script data-src="https://picket.example.com/widget-embed.js" data-contractor-id="acme"></script>', ['acme']],
  ['<script\n  data-note="a > b"\n  src="https://picket.example.com/widget-embed.js"\n></script>', [undefined]],
  ['<iframe src="https://picket.example.com/w/acme?lang=es&amp;frame"></iframe>', ['acme']],
  ['<!-- <script src="https://picket.example.com/widget-embed.js" data-contractor-id="acme"></script> -->', []],
  ['<script src="https://other.example.com/widget-embed.js" data-contractor-id="acme"></script>', []],
  ['<script src="/widget-embed.js" data-contractor-id="acme"></script>', []],
  ['<p>https://picket.example.com/widget-embed.js data-contractor-id="acme"</p>', []],
])('%s contains %j', (html, ids) => expect(idsOf(html)).toEqual(ids));

it('reads a large page of unclosed tags within the test’s time limit', () => {
  expect(idsOf('<script "'.repeat(60_000))).toEqual([]);
});
