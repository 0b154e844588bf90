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
  [
    '<script data-rocket-src="https://picket.example.com/widget-embed.js" data-contractor-id="acme" type="rocketlazyloadscript"></script>',
    ['acme'],
  ],
  [
    '<script type="litespeed/javascript" data-src="//picket.example.com/widget-embed.js" data-contractor-id="acme"></script>',
    ['acme'],
  ],
  [
    '<script type="text/plain" data-cookieconsent="marketing" data-cmp-src="https://picket.example.com/widget-embed.js" data-contractor-id="acme"></script>',
    ['acme'],
  ],
  [
    '<script type="6f1-text/javascript" data-cfasync src="https://picket.example.com/widget-embed.js" data-contractor-id="acme"></script>',
    ['acme'],
  ],
  ['<iframe data-lazy-src="https://picket.example.com/w/acme/frame"></iframe>', ['acme']],
  [
    '<template><script src="https://picket.example.com/widget-embed.js" data-contractor-id="acme"></script></template>',
    ['acme'],
  ],
  [
    String.raw`<script>$("#x").html("<script src=\"https://picket.example.com/widget-embed.js\" data-contractor-id=\"acme\">")</script>`,
    ['acme'],
  ],
  ['<!-- <script src="https://picket.example.com/widget-embed.js" data-contractor-id="acme"></script> -->', []],
  ['<script src="https://other.example.com/widget-embed.js" data-contractor-id="acme"></script>', []],
  ['<script src="/widget-embed.js" data-contractor-id="acme"></script>', []],
  ['<p>https://picket.example.com/widget-embed.js data-contractor-id="acme"</p>', []],
])('%s contains %j', (html, ids) => expect(idsOf(html)).toEqual(ids));

it.each([
  ['<div hidden>TAG</div>', true],
  ['<div style="color:red; display: none"><p>TAG</p></div>', true],
  ['<div style="display:none"><br></div>TAG', false],
  ['<section><img hidden>TAG</section>', false],
])('%s is hidden: %s', (html, hidden) => {
  const tag = '<script src="https://picket.example.com/widget-embed.js" data-contractor-id="acme"></script>';
  expect(findWidgets(html.replace('TAG', tag), WHERE)).toEqual([{ contractorId: 'acme', hidden }]);
});

it('reads a large page of unclosed tags within the test’s time limit', () => {
  expect(idsOf('<script "'.repeat(60_000))).toEqual([]);
});
