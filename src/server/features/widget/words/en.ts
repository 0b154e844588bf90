import { phrase } from '#shared/primitives/phrase.ts';

/** The hosted page, the page for frames and the QR sheet in English. */
export const en = {
  title: phrase('{company} · Fence price'),
  summary: phrase(
    'Get a fence price from {company} in about a minute: type the length, choose the material, and see what it costs.',
  ),
  heading: 'Get your fence price',
  lead: phrase(
    'Type the length of the fence and choose a material. {company} checks every measurement on site before work starts.',
  ),
  call: phrase('Call {phone}'),
  noScript: phrase('Turn on JavaScript to price your fence with {company}.'),
  area: 'Where we work',
  more: { one: phrase('and {count} more town'), other: phrase('and {count} more towns') },
  hours: 'Hours',
  address: 'Address',
  poweredBy: phrase('Powered by {product}'),
  townNames: phrase('Town names from {source}'),
  privacy: 'Privacy',
  terms: 'Terms',
  page: phrase('Page {page} of {count}'),
  scan: 'Scan for your fence price',
};
