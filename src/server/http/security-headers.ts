import { createHash } from 'node:crypto';
import type { RequestHandler, Response } from 'express';
import helmet from 'helmet';

/**
 * Sets strict headers for our own pages. Scripts and styles are allowed only from our own origin, and a page's style
 * element only by its hash (`sendStyled`). The referrer policy keeps links with a token from being sent to other sites.
 */
export const securityHeaders = ({ https }: { https: boolean }): RequestHandler =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(https && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: https && { maxAge: 31_536_000 },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  });

/** Allows only our own pages to show this response in a frame. */
export const allowOwnFrame = (res: Response): void => {
  const policy = String(res.getHeader('Content-Security-Policy'));
  res.set({
    'Content-Security-Policy': policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"),
    'X-Frame-Options': 'SAMEORIGIN',
  });
};

const change = (res: Response, from: string, to: string): void => {
  res.set('Content-Security-Policy', String(res.getHeader('Content-Security-Policy')).replace(from, to));
};

/**
 * Returns the frame policy's sources for a domain: `example.com` and its www subdomain, or `*.example.com`, with any
 * scheme and port.
 */
const sitesOf = (domain: string): string[] => {
  const bare = domain.replace(/^www\./, '');
  const hosts = domain.startsWith('*.') ? [domain] : [bare, `www.${bare}`];
  return hosts.flatMap((host) => [`https://${host}:*`, `http://${host}:*`]);
};

/** Allows these sites to show this response in a frame. Allows any site if the list is empty. */
export const allowFrames = (res: Response, domains: readonly string[]): void => {
  const sites = domains.length === 0 ? ['*'] : ["'self'", ...domains.flatMap(sitesOf)];
  change(res, "frame-ancestors 'none'", `frame-ancestors ${sites.join(' ')}`);
  res.removeHeader('X-Frame-Options');
};

/** Returns the policy's source that allows a style element with exactly this content, such as `'sha256-…'`. */
export const styleSource = (css: string): string => `'sha256-${createHash('sha256').update(css).digest('base64')}'`;

/** Allows one style element on this page, by its source (`styleSource`). */
export const allowStyle = (res: Response, source: string): void =>
  change(res, "style-src 'self'", `style-src 'self' ${source}`);

/** A page as HTML, and the content of its only style element. */
export interface StyledPage {
  html: string;
  css: string;
}

/** Sends a page, whose style element its security policy allows. */
export function sendStyled(res: Response, { html, css }: StyledPage): void {
  allowStyle(res, styleSource(css));
  res.type('html').send(html);
}

/** Allows this page to show the map's images, which browsers load directly from the map service (`MAP_TILES_URL`). */
export const allowPictures = (res: Response, tilesUrl: string): void => {
  const origin = URL.parse(tilesUrl.replace(/[{}]/g, ''))?.origin;
  if (origin !== undefined) change(res, "img-src 'self'", `img-src 'self' ${origin}`);
};
