type Attributes = Record<string, string | boolean | number>;
type Child = Node | string;

const set = (element: Element, attributes: Attributes) => {
  // Uses only own entries and never innerHTML, because host pages may extend Object.prototype or require Trusted Types.
  for (const [name, value] of Object.entries(attributes))
    if (value !== false) element.setAttribute(name, value === true ? '' : `${value}`);
};

/**
 * Creates an HTML element. The value `true` sets an empty attribute, and `false` omits it. String children become text
 * nodes.
 */
export const h = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] => {
  const element = document.createElement(tag);
  set(element, attributes);
  element.append(...children);
  return element;
};

/**
 * Creates an SVG image from paths, each with its class. It's stretched to fill its box. It's hidden from screen readers
 * because the text beside it says the same.
 */
export const drawing = (box: string, paths: readonly (readonly [className: string, d: string])[]): SVGElement => {
  const make = (tag: string, attributes: Attributes) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
    set(element, attributes);
    return element;
  };
  const svg = make('svg', { viewBox: box, 'aria-hidden': 'true', preserveAspectRatio: 'none' });
  for (const [className, d] of paths) svg.append(make('path', { class: className, d }));
  return svg;
};

/** Calls `run` whenever `event` fires on `element`. */
export const on = (element: EventTarget, event: string, run: (event: Event) => void): void =>
  element.addEventListener(event, run);

/**
 * Calls `run` when the homeowner submits a form. A frame without `allow-forms` fires no submit event, but a press of
 * Enter or of the button clicks the button there too.
 */
export const onSubmit = (form: HTMLFormElement, run: () => void): void => {
  const take = (event: Event) => {
    const button = (event.target as Element).closest('button');
    if (event.type === 'click' && button?.type !== 'submit') return;
    event.preventDefault();
    run();
  };
  on(form, 'submit', take);
  on(form, 'click', take);
};

/** Like `JSON.stringify`, also on pages whose old library gave arrays and strings a `toJSON` of their own. */
export const toJson = (value: unknown): string => {
  const kept = [Object, Array, String, Number].map(({ prototype }) => {
    const own = prototype as { toJSON?: unknown };
    const { toJSON } = own;
    delete own.toJSON;
    return () => toJSON && (own.toJSON = toJSON);
  });
  const json = JSON.stringify(value);
  for (const restore of kept) restore();
  return json;
};

/** Keeps what a person does inside from the page's own handlers, which may take letters or forbid clicks. */
export const keepInside = (shadow: ShadowRoot): void => {
  for (const type of 'keydown keypress keyup beforeinput input change paste cut copy mousedown mouseup click dblclick pointerdown pointermove pointerup touchstart touchmove touchend focusin focusout dragstart submit'.split(
    ' ',
  ))
    on(shadow, type, (event) => event.stopPropagation());
};

/** Adds styles to a shadow root. */
export const dress = (shadow: ShadowRoot, css: string) => {
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    shadow.adoptedStyleSheets = [...shadow.adoptedStyleSheets, sheet];
  } catch {
    // Safari before 16.4 can't construct style sheets.
    shadow.append(h('style', {}, css));
  }
};
