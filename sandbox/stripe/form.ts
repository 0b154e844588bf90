/** A decoded form field. Every leaf is a string, because Stripe receives only strings. */
export type FormValue = string | FormValue[] | { [name: string]: FormValue };
export type Form = { [name: string]: FormValue };

/** Decodes `a[b][0][c]=d` into nested objects. Objects with the keys 0, 1, 2 … become lists. `a[]=x` appends. */
export function decodeForm(text: string): Form {
  const root: Tree = new Map();
  for (const [name, value] of new URLSearchParams(text)) put(root, pathOf(name), value);
  return Object.fromEntries([...root].map(([name, node]) => [name, settle(node)]));
}

type Tree = Map<string, Tree | string>;

const pathOf = (name: string): string[] => {
  const [first = '', ...rest] = name.split('[');
  return [first, ...rest.map((part) => part.replace(/\]$/, ''))];
};

function put(tree: Tree, [name = '', ...rest]: string[], value: string): void {
  const key = name === '' ? String(tree.size) : name;
  if (rest.length === 0) {
    tree.set(key, value);
    return;
  }
  const known = tree.get(key);
  const inner: Tree = known instanceof Map ? known : new Map();
  tree.set(key, inner);
  put(inner, rest, value);
}

function settle(node: Tree | string): FormValue {
  if (typeof node === 'string') return node;
  const values = [...node].map(([name, inner]): [string, FormValue] => [name, settle(inner)]);
  const listed = values.length > 0 && values.every(([name], index) => name === String(index));
  return listed ? values.map(([, value]) => value) : Object.fromEntries(values);
}

export const textAt = (form: Form, name: string): string | undefined => {
  const value = form[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** Returns an integer. Returns undefined if the field is missing or isn't an integer. */
export function wholeAt(form: Form, name: string): number | undefined {
  const text = textAt(form, name);
  return text !== undefined && /^-?\d+$/.test(text) ? Number(text) : undefined;
}

export const flagAt = (form: Form, name: string): boolean | undefined => {
  const text = textAt(form, name);
  return text === undefined ? undefined : text === 'true';
};

export function formAt(form: Form, name: string): Form {
  const value = form[name];
  return typeof value === 'object' && !Array.isArray(value) ? value : {};
}

export function listAt(form: Form, name: string): Form[] {
  const value = form[name];
  if (!Array.isArray(value)) return [];
  return value.filter((entry): entry is Form => typeof entry === 'object' && !Array.isArray(entry));
}

export function textsAt(form: Form, name: string): string[] {
  const value = form[name];
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}

/** Returns `metadata[…]` as strings by name. */
export const metadataAt = (form: Form, name = 'metadata'): Record<string, string> =>
  Object.fromEntries(
    Object.entries(formAt(form, name)).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
