type Attributes = Record<string, string | boolean | number>;
type Child = Node | string;

const set = (element: Element, attributes: Attributes) => {
  // own entries only, and no innerHTML anywhere: hosts extend Object.prototype and ask for Trusted Types
  for (const [name, value] of Object.entries(attributes))
    if (value !== false) element.setAttribute(name, value === true ? '' : `${value}`);
};

/** Makes an HTML element; `true` sets an empty attribute, `false` none. Text children stay text. */
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

/** Makes an SVG drawing of paths, each with its class; it fills its box, its foot in sight. Hidden from screen readers: words stand beside it. */
export const drawing = (box: string, paths: readonly (readonly [className: string, d: string])[]): SVGElement => {
  const make = (tag: string, attributes: Attributes) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
    set(element, attributes);
    return element;
  };
  const svg = make('svg', { viewBox: box, 'aria-hidden': 'true', preserveAspectRatio: 'xMidYMax slice' });
  for (const [className, d] of paths) svg.append(make('path', { class: className, d }));
  return svg;
};

/**
 * A form that a press of the mouse doesn't take the focus from, save into another field: a message that comes or goes
 * when a field is left would move the button away between press and click.
 */
export const form = (...children: Child[]): HTMLFormElement => {
  const root = h('form', { novalidate: true }, ...children);
  on(root, 'mousedown', (event) => {
    if (!(event.target as Element).matches('textarea, input:not([type=radio], [type=checkbox])'))
      event.preventDefault();
  });
  return root;
};

/** Calls `run` on `event` of `element`. */
export const on = (element: EventTarget, event: string, run: (event: Event) => void): void =>
  element.addEventListener(event, run);
