import { ARCHIVO, ARCHIVO_FACES } from '../../http/archivo.ts';
import { LIGHT, PAGE_LOOK_CSS } from '../../http/page-look.ts';

/**
 * The styles of the homeowner's pages, including print. A company's street address is below its name. On screens
 * narrower than 360 px, it spans the whole header if the header also has a logo or a language link. Includes the
 * design's `.run`, `.sum` and `.line` styles and the layout for homeowners.
 */
export const ESTIMATE_PAGE_CSS = `
${ARCHIVO_FACES}
${PAGE_LOOK_CSS}
*,*::before,*::after{box-sizing:border-box}[hidden]{display:none!important}
html{-webkit-text-size-adjust:100%;scroll-padding-bottom:180px}
body{margin:0;background:var(--surface);color:var(--ink);font:400 1rem/1.5 ${ARCHIVO};font-synthesis:none;text-rendering:geometricPrecision;-webkit-font-smoothing:antialiased;overflow-wrap:anywhere}
h1,h2,h3,p,ol,ul{margin:0;padding:0}ol,ul{list-style:none}
h2{font-size:1rem;line-height:1.4;font-weight:650}h3{font-size:.9375rem;line-height:1.4;font-weight:650}
html{scroll-behavior:smooth}@media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
a{color:var(--cedar);text-underline-offset:.18em}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px;border-radius:6px}
.num{font-variant-numeric:tabular-nums lining-nums;white-space:nowrap}
.muted{color:var(--ink-2)}.xs{font-size:.8125rem;line-height:1.4}.sm{font-size:.9375rem;line-height:1.45}
.i{width:1.125em;height:1.125em;flex:none;stroke-width:1.9;vertical-align:-.18em}
.grow{flex:1;min-width:0}.own-line{display:block}
.stack{display:grid;gap:6px}
button.btn{font-family:inherit;cursor:pointer}.btn[aria-busy=true]{opacity:.75;cursor:progress}
.btn-quiet{border-color:transparent;background:none;color:var(--ink-2)}.btn-strong{background:var(--ink);border-color:var(--ink);color:var(--surface)}@media (hover:hover){.btn-strong:hover{background:var(--ink-2)}}.btn-danger{border-color:var(--flag);color:var(--flag)}
.btn-link,.btn-link:hover{border-color:transparent;background:none;color:var(--cedar);text-decoration:underline;text-underline-offset:.18em}
.btn-primary{min-height:52px;font-size:1.0625rem;white-space:normal;text-align:center}
.switch{display:inline-flex;align-items:center;min-height:44px}
.skip{position:absolute;left:-999px}.skip:focus{left:16px;top:8px;z-index:9;background:var(--surface);padding:10px 14px}
.mark{width:40px;height:40px;border-radius:6px;background:oklch(.4 .075 155);color:#fff;display:grid;place-items:center;font-weight:800;font-stretch:112%;flex:none}
.logo{width:auto;height:auto;max-width:112px;max-height:48px;padding:4px;border-radius:6px;background:#fff;flex:none}
.note{display:flex;gap:10px;align-items:flex-start;padding:12px 14px;border-radius:6px;background:var(--pine-wash);font-size:.9375rem;line-height:1.45}.note .i{margin-top:3px;color:var(--pine-ink)}.note.good{background:var(--moss-wash)}.note.good .i{color:var(--moss)}.note.bad{background:var(--flag-wash)}.note.bad .i{color:var(--flag)}
.hero-price{font-size:clamp(1.75rem,10.2vw,2.5rem);line-height:1.05;font-weight:750;font-stretch:108%;letter-spacing:-.025em}
.run{display:block;width:100%;height:auto;overflow:visible}
.run .rail{fill:var(--wood-2)}.run .post{fill:var(--wood-3)}.run .pk{fill:var(--wood);stroke:var(--wood-line);stroke-width:1}
.run .vinyl{fill:var(--vinyl);stroke:var(--wood-line-2);stroke-width:1}.run .vl{stroke:var(--wood-line-2);stroke-width:1;opacity:.55}
.run .metal{fill:var(--metal)}.run .gate{fill:none;stroke:var(--cedar);stroke-width:2}.run .gatebg{fill:var(--cedar-wash)}
.run .earth{stroke:var(--ink-3);stroke-width:1.5}.run .hatch{stroke:var(--ink-3);stroke-width:1;opacity:.7}.run .brk{stroke:var(--ink-2);stroke-width:1.5;fill:none}
.plan{display:block;width:100%;height:auto}.plan .wire,.plan .gap,.plan .door{fill:none;stroke:var(--ink-2);stroke-width:3;stroke-linejoin:round}.plan .gap{stroke:var(--surface);stroke-width:7}.plan .door{stroke:var(--cedar);stroke-width:2}.plan .post{fill:var(--ink)}.plan .feet{font-size:14px;font-weight:650;text-anchor:middle;dominant-baseline:central;fill:var(--cedar)}
.dim{display:flex;align-items:center;gap:10px;color:var(--cedar);font-weight:650;font-stretch:86%;font-size:1.125rem;line-height:1.2;font-variant-numeric:tabular-nums;white-space:nowrap}
.dim::before,.dim::after{content:"";flex:1;height:11px;background:linear-gradient(currentColor,currentColor) center/100% 1.5px no-repeat}
.dim::before{border-left:1.5px solid}.dim::after{border-right:1.5px solid}
.sum{display:grid;font-size:.9375rem}.sum>div{display:flex;flex-wrap:wrap;justify-content:space-between;gap:4px 16px;padding:9px 0;border-top:1px solid var(--line)}.sum>div:first-child{border-top:0}
.sum .what{flex:1 1 0;min-width:8em}
.sum .total{border-top:2px solid var(--ink);padding-top:12px;align-items:baseline;font-weight:650}.sum .left{font-weight:650}.sum .total .num{font-size:clamp(1.375rem,7.6vw,1.875rem);font-weight:750;font-stretch:106%;letter-spacing:-.015em;line-height:1.1}
.line{display:grid}.line li:not(:last-child)::after{content:"";position:absolute;left:7px;top:15px;bottom:-5px;width:2px;background:var(--line-strong)}
.line li{position:relative;padding:0 0 18px 34px;font-size:.9375rem;line-height:1.4}.line li:last-child{padding-bottom:0}
.line li::before{content:"";position:absolute;left:0;top:5px;width:16px;height:10px;border-radius:0 3px 3px 0;background:var(--cedar);border:2px solid var(--cedar)}
.line .due::before{background:var(--surface);border-color:var(--line-strong)}
.terms details{border-top:1px solid var(--line)}.terms details:last-child{border-bottom:1px solid var(--line)}
.terms summary{min-height:48px;display:flex;align-items:center;justify-content:space-between;gap:12px;cursor:pointer;list-style:none}.terms summary::-webkit-details-marker{display:none}
.terms h2{font-weight:600}
.terms details[open] summary .i{transform:rotate(180deg)}
.terms p{padding:0 0 10px;color:var(--ink-2);font-size:.9375rem}.terms details{padding-bottom:4px}.terms summary{margin-bottom:-4px}.term{font-weight:600;color:var(--ink)}
.options{display:grid;gap:8px}
.option{display:flex;align-items:center;gap:12px;min-height:60px;padding:10px 14px;border:1px solid var(--line-strong);border-radius:6px;color:inherit;text-decoration:none;font-size:.9375rem;line-height:1.4}
@media (hover:hover){a.option:hover{background:var(--sunken)}}.option .num{font-weight:700;font-size:1.0625rem}
.option::before{content:"";width:16px;height:16px;border-radius:50%;border:2px solid var(--line-strong);flex:none}
.option.on{border-color:var(--ink);box-shadow:inset 0 0 0 1px var(--ink)}.option.on::before{border:5px solid var(--ink)}
.strokes{width:min(300px,100%);height:auto;border-bottom:1px solid var(--line-strong)}.strokes path,.pad canvas{stroke:var(--ink)}.strokes path{fill:none;stroke-width:4;stroke-linecap:round;stroke-linejoin:round}
.typed{font-size:1.5rem;line-height:1.3;border-bottom:1px solid var(--line-strong);padding-bottom:4px}
.panel{display:none;scroll-margin-top:16px;border-top:2px solid var(--ink);padding-top:18px}.panel:target,.panel.open{display:grid;gap:14px}
.panel h2{font-size:1.25rem;line-height:1.3;font-weight:700}
.panel form{display:grid;grid-template-columns:minmax(0,1fr);gap:14px}
.inline-terms{display:grid;gap:6px;padding:12px 14px;border-radius:6px;background:var(--sunken);font-size:.9375rem;line-height:1.45}.inline-terms .term{margin-top:6px}
.sign-foot{position:sticky;bottom:0;z-index:4;display:grid;gap:6px;margin:0 -16px -24px;padding:12px 16px calc(12px + env(safe-area-inset-bottom));background:var(--surface);border-top:1px solid var(--line);text-align:center}
.field{display:grid;gap:6px}.field[hidden]{display:none}.field label,.field>span{font-weight:600;font-size:.9375rem}
.field input:not([type=checkbox]),.field textarea{width:100%;min-height:48px;padding:10px 12px;border:1px solid var(--line-strong);border-radius:6px;background:var(--surface);color:var(--ink);font:inherit}
.field textarea{resize:vertical}.field [aria-invalid=true]{border:2px solid var(--flag)}
.field .check{display:flex;gap:12px;align-items:flex-start;min-height:44px;padding:6px 0;font-weight:400}.check input{width:24px;height:24px;margin:0;flex:none;accent-color:var(--ink)}.field .sum-check{border-top:1px solid var(--line);align-items:center;padding:9px 0}.sum-check:first-child{border-top:0}.sum-check .what{flex:1 1 0;min-width:0}
.pad canvas{width:100%;aspect-ratio:600/180;border:1px dashed var(--line-strong);border-radius:6px;background:var(--surface);touch-action:none;cursor:crosshair}
.pad .btn{justify-self:start}
.error,.problem{color:var(--flag);font-weight:600;font-size:.9375rem}.error:empty,.problem:empty{display:none}
.statement{font-weight:700;font-size:.9375rem;line-height:1.45}
.notice{font-size:.9375rem}.notice summary{min-height:44px;display:flex;align-items:center;cursor:pointer;text-decoration:underline;text-underline-offset:.18em}.notice p{padding:0 0 10px}
.acts{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:8px}.acts .btn-quiet,.acts>:last-child:nth-child(odd){grid-column:1/-1}
.dock-title{font-size:1.125rem;line-height:1.3;font-weight:700}.wide .dock-title{margin-bottom:6px}.pay{display:grid;gap:8px}.pay .btn{width:100%}.pay .btn-link{width:auto;padding:0}
.ho-main{padding:22px 16px 24px;display:grid;grid-template-columns:minmax(0,1fr);gap:26px}
.dock{position:sticky;bottom:0;z-index:4;background:var(--surface);border-top:1px solid var(--line);padding:12px 16px calc(12px + env(safe-area-inset-bottom));display:grid;grid-template-columns:minmax(0,1fr);gap:8px}
.dock .wide{display:none}.dock .row{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:8px}.dock .row>:only-child{grid-column:1/-1}
.ho-main .acts{display:grid}.dock .acts{display:none}
body:has(.panel:target) .dock,body:has(.panel.open) .dock{display:none}body:has(#sign:target) .terms .agreed-to,body:has(#sign.open) .terms .agreed-to{display:none}
@media screen and (max-width:359.98px){.co:has(.switch,.logo):has(.grow .xs){flex-wrap:wrap;row-gap:4px;padding-bottom:10px}.co:has(.switch,.logo) .grow{display:contents}.co:has(.switch,.logo) .grow b{flex:1;min-width:0}.co:has(.switch,.logo) .grow .xs{order:1;flex:0 0 100%}}@media screen and (max-width:767.98px){.co .xs{text-wrap:balance}.dock:not(:has(>:not(.wide,.acts))){display:none}.lost form .btn{flex:0 0 100%}}
@media (max-height:400px){.dock,.sign-foot{position:static}}@media (max-width:767.98px){.dock:not(:has(.btn-primary)){position:static}body:has(>.lost){background:var(--ground)}}
.dock .xs{text-align:center}
.home a{display:inline-flex;align-items:center;min-height:44px}
.foot{display:flex;flex-wrap:wrap;align-items:center;gap:0 20px;padding:8px 16px 16px;color:var(--ink-2)}.foot a{display:inline-flex;align-items:center;min-height:44px;color:inherit}
.phone{display:block}.desk{display:none}
.lost .btn{min-height:52px;font-size:1.0625rem;font-weight:650}.lost form{width:100%;display:flex;flex-wrap:wrap;gap:8px 12px;align-items:center}.lost form .sm{flex:0 0 100%}
@media (min-width:768px){
body{background:var(--ground)}.phone{display:none}.desk{display:block}
.ho{max-width:1080px;margin:0 auto;display:grid;grid-template-columns:minmax(0,1fr) 340px;gap:28px;padding:32px 24px;align-items:start}
.ho-main{background:var(--surface);border:1px solid var(--line);border-radius:10px;padding:32px 40px}
.dock{position:sticky;top:24px;bottom:auto;border:1px solid var(--line);border-radius:10px;padding:24px}
.dock .wide{display:block;margin-bottom:4px}.dock .narrow{display:none}.dock .row{grid-template-columns:minmax(0,1fr)}.dock .xs{text-align:left}
body:has(.panel:target) .dock,body:has(.panel.open) .dock{display:grid}body:has(#sign:target) .dock .btn-primary,body:has(#sign.open) .dock .btn-primary{display:none}
.ho-main>.acts{display:none}.dock .acts{display:grid;grid-template-columns:minmax(0,1fr);padding-top:14px;margin-top:6px;border-top:1px solid var(--line)}
.panel .btn{justify-self:start}.panel .btn-quiet{margin-left:-17px}.panel .btn-primary{justify-self:stretch}.sign-foot{margin:0 -40px -32px;padding:14px 40px;border-radius:0 0 10px 10px}
.dock .deposit{font-size:1.875rem;line-height:1.1;font-weight:750;font-stretch:106%;letter-spacing:-.015em;margin:2px 0 4px}
.foot{width:min(1032px,100% - 48px);margin:0 auto;padding:0 0 40px}.foot a,.home a{min-height:24px}
}
@media print{
:root{${LIGHT}}
@page{margin:16mm}
body{background:#fff;font-size:11pt}.dock,.skip,.co .btn,.switch,.terms summary .i,.panel,.ho-main>.acts{display:none!important}
details:not([open])::details-content{display:block;content-visibility:visible;block-size:auto}
.ho{display:block;padding:0;max-width:none}.ho-main{border:0;padding:20px 0}.co{padding:0 0 12px}.foot{width:auto;padding:0}
.phone{display:none}.desk{display:block}
.sum>div,.line li,.note{break-inside:avoid}
*{print-color-adjust:exact;-webkit-print-color-adjust:exact}
}
@media (forced-colors:active){.btn-primary{border-width:2px}.run *{stroke:CanvasText}}
`;
