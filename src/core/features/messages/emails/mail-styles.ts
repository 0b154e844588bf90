import type { CSSProperties } from 'react';

// The design tokens as hex, because email clients support neither oklch nor custom properties.
export const INK = '#112229';
export const INK_2 = '#3f4f55';
export const CEDAR = '#8a3f16';
export const PINE = '#edb14f';
export const PINE_LINE = '#9a6a1c';
const LINE = '#d5dad6';
const LINE_STRONG = '#748389';

// A container's padding is its cell's. The background is set only here, because some email clients' dark mode can't override inline styles.
export const SHEET = `
.ground{background:#f4f4f2}
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.ground{background:#0a171c!important}.paper{background:#12222a!important;border-left-color:#2f3f46!important;border-right-color:#2f3f46!important;border-bottom-color:#2f3f46!important}
.ink,.ink b{color:#f1f2ee!important}.ink2{color:#bec5c6!important}.rule,.rule td{border-color:#2f3f46!important}
.cedar{color:#eeaa7c!important}.rail{border-color:#eeaa7c!important}.outlined{background:#12222a!important;border-color:#75868d!important}
}
@media (max-width:480px){.paper>tbody>tr>td{padding:20px 16px!important}.figure{font-size:34px!important}.button{display:block!important}.label{width:84px!important}}
`;

const font = '"Archivo",-apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif';
const anywhere = { overflowWrap: 'anywhere', wordBreak: 'break-word' } as const;

export const styles = {
  body: { margin: 0, padding: '24px 8px', fontFamily: font },
  paper: {
    maxWidth: '560px',
    margin: '0 auto',
    padding: '20px 32px 28px',
    backgroundColor: '#ffffff',
    border: `1px solid ${LINE}`,
    borderRadius: '10px',
    ...anywhere,
  },
  head: { margin: '0 0 20px', paddingBottom: '14px', borderBottom: `1px solid ${LINE}` },
  from: { margin: 0, color: INK, fontSize: '18px', lineHeight: '24px', fontWeight: 700 },
  // Keeps the background white even in dark mode, because most logos are designed for white.
  logo: { width: 'auto', maxWidth: '220px', padding: '4px', backgroundColor: '#ffffff', borderRadius: '6px' },
  heading: { margin: '0 0 12px', color: INK, fontSize: '22px', lineHeight: '28px', fontWeight: 700 },
  text: { margin: '0 0 12px', color: INK, fontSize: '16px', lineHeight: '24px' },
  figure: {
    margin: '4px 0 4px',
    color: INK,
    fontSize: '40px',
    lineHeight: '44px',
    fontWeight: 700,
  },
  small: { margin: '0 0 14px', color: INK_2, fontSize: '14px', lineHeight: '21px' },
  fact: { borderTop: `1px solid ${LINE}` },
  label: {
    width: '128px',
    padding: '9px 12px 9px 0',
    color: INK_2,
    fontSize: '15px',
    lineHeight: '22px',
    verticalAlign: 'top',
  },
  value: { padding: '9px 0', color: INK, fontSize: '15px', lineHeight: '22px', whiteSpace: 'pre-line', ...anywhere },
  // Shown only by email clients that ignore the layout.
  hidden: { display: 'none' },
  picture: {
    width: '100%',
    maxWidth: '496px',
    height: 'auto',
    borderRadius: '6px',
    backgroundColor: '#ffffff',
    color: INK,
    fontSize: '16px',
  },
  measure: {
    color: CEDAR,
    fontSize: '18px',
    lineHeight: '24px',
    fontWeight: 700,
    whiteSpace: 'nowrap',
    textAlign: 'center',
  },
  rail: { borderTop: `2px solid ${CEDAR}`, fontSize: '1px', lineHeight: '1px' },
  button: {
    display: 'inline-block',
    boxSizing: 'border-box',
    padding: '14px 24px',
    borderRadius: '6px',
    fontSize: '16px',
    lineHeight: '20px',
    fontWeight: 700,
    textAlign: 'center',
    textDecoration: 'none',
  },
  outlined: { backgroundColor: '#ffffff', border: `1px solid ${LINE_STRONG}`, color: INK },
  rule: { margin: '24px 0 16px', borderTop: `1px solid ${LINE}` },
  foot: { margin: 0, color: INK_2, fontSize: '13px', lineHeight: '19px' },
} satisfies Record<string, CSSProperties>;
