import { z } from 'zod';
import { line } from '../../primitives/text.ts';
import type { Visit } from '../leads/leads.schema.ts';

/** A string that describes a visit. An invalid string becomes null instead of making the whole request invalid. */
const fact = (max: number) =>
  z
    .string()
    .transform((text) => text.slice(0, max))
    .pipe(line('a text', max))
    .nullable()
    .catch(null)
    .default(null);

/** A page's URL without its query and fragment, which may contain personal data. Null if the input isn't a URL. */
const page = z
  .string()
  .transform((text) => {
    const url = URL.parse(text);
    return url !== null && /^https?:$/.test(url.protocol) ? `${url.origin}${url.pathname}`.slice(0, 500) : null;
  })
  .nullable()
  .catch(null)
  .default(null);

const hostOf = (url: string | null): string | null =>
  url === null ? null : new URL(url).hostname.replace(/^www\./, '');

/** Returns the name of a visit's source: the campaign's source or, without one, the site that linked to the page. */
const nameOf = ({ utmSource, referrer, landingPage }: Omit<Visit, 'name'>): string | null =>
  utmSource ?? (hostOf(referrer) === hostOf(landingPage) ? null : hostOf(referrer));

/** A visit as the widget sends it. */
const visitInput = z
  .object({
    referrer: page,
    landingPage: page,
    utmSource: fact(60),
    utmMedium: fact(100),
    utmCampaign: fact(100),
    utmTerm: fact(100),
    utmContent: fact(100),
  })
  .transform((visit): Visit => ({ name: nameOf(visit), ...visit }));

/**
 * A request's source: a name that becomes the lead's source, or the visit that led to the request. Anything else counts
 * as missing.
 */
export const requestSource = z
  .union([
    z
      .string()
      .transform((text) => text.trim().slice(0, 60))
      .pipe(line('a source', 60)),
    visitInput,
  ])
  .optional()
  .catch(undefined);
