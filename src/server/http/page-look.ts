/**
 * The look that our server-rendered pages share: design tokens, buttons, the header, and the box for a short message.
 * The tokens are custom properties for each theme, because the browsers in email apps may not support light-dark().
 */
export const LIGHT = `color-scheme:light;--ground:oklch(.968 .004 115);--surface:oklch(1 0 0);--sunken:oklch(.943 .006 115);--line:oklch(.885 .008 140);--line-strong:oklch(.6 .02 222);--ink:oklch(.24 .026 225);--ink-2:oklch(.42 .024 225);--ink-3:oklch(.51 .022 225);--pine:oklch(.815 .135 78);--pine-deep:oklch(.77 .138 75);--pine-line:oklch(.575 .118 62);--pine-wash:oklch(.955 .042 88);--pine-ink:oklch(.4 .085 62);--on-pine:oklch(.235 .03 225);--cedar:oklch(.48 .115 46);--cedar-wash:oklch(.955 .021 74);--moss:oklch(.42 .092 152);--moss-wash:oklch(.948 .04 152);--flag:oklch(.465 .17 27);--flag-wash:oklch(.952 .021 22);--focus:oklch(.48 .115 46);--wood:oklch(.9 .062 80);--wood-2:oklch(.74 .085 66);--wood-3:oklch(.5 .085 54);--wood-line:oklch(.56 .085 58);--wood-line-2:oklch(.62 .015 225);--vinyl:oklch(.995 0 0);--metal:oklch(.27 .02 225);--tile:oklch(.262 .028 225);--control:44px`;
const DARK = `color-scheme:dark;--ground:oklch(.198 .017 225);--surface:oklch(.243 .02 225);--sunken:oklch(.172 .015 225);--line:oklch(.352 .022 225);--line-strong:oklch(.61 .022 222);--ink:oklch(.962 .005 110);--ink-2:oklch(.815 .012 200);--ink-3:oklch(.715 .016 210);--pine:oklch(.815 .13 78);--pine-deep:oklch(.86 .115 82);--pine-line:oklch(.815 .13 78);--pine-wash:oklch(.325 .042 75);--pine-ink:oklch(.87 .085 84);--on-pine:oklch(.19 .02 225);--cedar:oklch(.775 .105 58);--cedar-wash:oklch(.315 .034 62);--moss:oklch(.82 .105 152);--moss-wash:oklch(.312 .045 155);--flag:oklch(.8 .105 25);--flag-wash:oklch(.312 .06 25);--focus:oklch(.815 .13 78);--wood:oklch(.56 .075 66);--wood-2:oklch(.44 .06 58);--wood-3:oklch(.72 .085 66);--wood-line:oklch(.34 .045 56);--wood-line-2:oklch(.68 .014 210);--vinyl:oklch(.345 .018 222);--metal:oklch(.72 .014 215);--tile:oklch(.352 .022 225)`;

/** The width of a page with a single column: a short message (`.lost`) or a long text (`.text`). */
const COLUMN = 'min(608px,100% - 48px)';

/**
 * The shared rules. A page's own rules come after them and can override them. On wide screens, the header of a page with
 * a single column starts and ends at that column's edges.
 */
export const PAGE_LOOK_CSS = `
:root{${LIGHT}}
@media (prefers-color-scheme:dark){:root{${DARK}}}
@media (min-width:768px){:root{--control:40px}}
.btn{box-sizing:border-box;display:inline-flex;align-items:center;justify-content:center;gap:8px;min-height:var(--control);padding:0 16px;border:1px solid var(--line-strong);border-radius:6px;background:var(--surface);color:var(--ink);font-weight:600;font-size:.9375rem;line-height:20px;text-decoration:none;white-space:nowrap}
@media (hover:hover){.btn:hover{background:var(--sunken)}}
.btn-primary,.btn-primary:hover{background:var(--brand,var(--pine));border-color:var(--brand-line,var(--pine-line));color:var(--on-brand,var(--on-pine));font-weight:700}
.co{display:flex;align-items:center;gap:12px;padding:12px 16px;background:var(--surface);border-bottom:1px solid var(--line)}
.brand{display:inline-flex;align-items:center;gap:10px;min-height:44px;color:inherit;font-weight:750;font-stretch:112%;font-size:1.1875rem;letter-spacing:-.015em;text-decoration:none}
.brand svg{box-sizing:content-box;width:26px;height:26px;padding:6px;border-radius:6px;background:var(--tile);fill:oklch(.815 .135 78)}
.lost{display:grid;grid-template-columns:minmax(0,1fr);gap:14px;justify-items:start;padding:40px 16px}
.lost h1{margin:0;font-size:1.625rem;line-height:1.2;font-weight:700;font-stretch:108%;letter-spacing:-.012em}
.lost p{margin:0}.lost p,.lost li{text-wrap:pretty}
.stakes{max-width:100%;margin-bottom:10px;fill:var(--cedar);stroke:var(--cedar);stroke-width:2}.stakes .flag{stroke:none}.stakes .string{stroke-width:1.4;stroke-dasharray:6 5}.stakes .earth{stroke:var(--ink-3);stroke-width:1.5}
@media (min-width:768px){
.co{padding:14px max(24px,calc(50vw - 516px))}body:has(>:is(.lost,.text)) .co{padding-inline:max(24px,calc(50vw - 304px))}
.lost{box-sizing:border-box;width:${COLUMN};margin:48px auto 24px;padding:32px 40px 36px;border:1px solid var(--line);border-radius:10px;background:var(--surface)}
.lost~.foot{box-sizing:border-box;width:${COLUMN};padding:0}
}
`;

/** SVG path of the product's logo, for a view box of 28 × 28. */
export const MARK =
  'M0 10.5h28v2.8H0zM0 19.4h28v2.8H0zM2.2 27V6.2L4.2 3h1.9l2 3.2V27zM11 27V6.2L13 3h1.9l2 3.2V27zM19.9 27V6.2l2-3.2h1.9l2 3.2V27z';

const AT = [4, 81, 158, 234];

/** SVG paths of the illustration for empty pages, with their classes, for a view box of 246 × 44. */
export const STAKES = [
  { className: 'string', d: 'M4 16H236' },
  { className: 'posts', d: AT.map((x) => `M${x} 40V8`).join('') },
  { className: 'flag', d: AT.map((x) => `M${x} 8h10l-3 4 3 4h-10z`).join('') },
  { className: 'earth', d: 'M0 40H240' },
];
