import type { RequestHandler, Response } from 'express';
import helmet from 'helmet';

/**
 * Strict headers for our own pages. Inline styles are allowed, because the dashboard's dialogs and toasts insert style
 * elements. Scripts are allowed only from our own origin. The referrer policy keeps links with a token private.
 */
export const securityHeaders = ({ https }: { https: boolean }): RequestHandler =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
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

/** Lets only our own pages show this response in a frame. */
export const allowOwnFrame = (res: Response): void => {
  const policy = String(res.getHeader('Content-Security-Policy'));
  res.set({
    'Content-Security-Policy': policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"),
    'X-Frame-Options': 'SAMEORIGIN',
  });
};
