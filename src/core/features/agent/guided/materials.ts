/** A material that the company sells. */
export interface Sold {
  id: string;
  name: string;
}

/**
 * Patterns for the common names of each kind of fence, including typos. They expect a normalized message (`plainText`).
 */
const KINDS: Readonly<Record<string, RegExp>> = {
  vinyl: /\b(?:vin[yi]l+|vynil|vynal|vinly|vynl|pvc|vinilo|plastic|plastico)\b/,
  'chain link': /\b(?:chain ?-?links?|chainlinks?|cyclone|ciclonica|ciclon|malla(?: (?:ciclonica|de alambre))?)\b/,
  aluminum: /\b(?:al+um(?:in+[iu]?u?m)?|alumnium|aluminio)\b/,
  iron: /\b(?:(?:wrought |rod )?iron|ornamental|hierro(?: forjado)?|rod iron)\b/,
  steel: /\b(?:steel|acero)\b/,
  composite: /\b(?:composite|composit|trex|compuesto|wpc)\b/,
  cedar: /\b(?:cedar|ceder|cedro)\b/,
  redwood: /\b(?:redwood|secuoya|secoya)\b/,
  pine: /\b(?:pine|pino)\b/,
  wood: /\b(?:wood(?:en|s)?|wod|woood|timber|lumber|madera)\b/,
  'split rail': /\bsplit ?-?rail\b/,
};
const WOODS = new Set(['cedar', 'redwood', 'pine']);

/** The materials mentioned in a message. */
export interface MaterialRead {
  id: string | null;
  /** A kind of fence that the company doesn't sell, by its common English name. */
  unsold: string | null;
  /** Whether the homeowner is deciding between materials that the company sells, as in 'wood or vinyl'. */
  several: boolean;
}

/** Matches the height in a material's name, such as '6ft Wood Picket' or 'Cedar, 4 foot'. */
const HEIGHT = /\b(\d+(?:\.\d+)?) ?-?(?:ft|feet|foot|pies?|')(?![a-z])/;

/** Returns the height in feet that a material's name states, or null. */
export const heightIn = (name: string): number | null => {
  const height = HEIGHT.exec(name.toLowerCase())?.[1];
  return height === undefined ? null : Number(height);
};

/**
 * Returns the material that differs from a chosen one only in the height that its name states, such as '4ft Wood Picket'
 * for '6ft Wood Picket' and 4 ft. Returns `id` if there's none, or if the chosen one has that height.
 */
export function withHeight(
  { id, heightFt }: { id: string; heightFt: number },
  sold: readonly Sold[],
  plain: (name: string) => string,
): string {
  const chosen = sold.find((one) => one.id === id);
  if (!chosen || heightIn(chosen.name) === heightFt) return id;
  const bare = ({ name }: Sold) => plain(name).replace(HEIGHT, '').trim();
  const kindsOf = ({ name }: Sold) =>
    Object.entries(KINDS).flatMap(([kind, pattern]) => (pattern.test(plain(name)) ? [kind] : []));
  const kinds = new Set(kindsOf(chosen));
  const high = sold.filter(({ name }) => heightIn(name) === heightFt);
  const same =
    high.find((one) => bare(one) === bare(chosen)) ?? high.find((one) => kindsOf(one).some((kind) => kinds.has(kind)));
  return same?.id ?? id;
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/**
 * Reads the material from a normalized message (`plainText`). If several materials are named, the last one is used,
 * because corrections come last. If the homeowner is still deciding between them ('cedar or vinyl'), none is used.
 */
export function readMaterial(text: string, sold: readonly Sold[], plain: (name: string) => string): MaterialRead {
  const wanted = withoutRefused(
    withoutOthers(
      text,
      sold.map(({ name }) => plain(name)),
    ),
  );
  const named = sold.flatMap(({ id, name }) => {
    const at = lastIndexOf(wanted, new RegExp(String.raw`\b${escaped(plain(name))}s?\b`));
    return at < 0 ? [] : [{ id, at, exact: true }];
  });
  const kinds = Object.entries(KINDS).flatMap(([kind, pattern]) => {
    const at = lastIndexOf(wanted, pattern);
    return at < 0 ? [] : [{ kind, at }];
  });
  const byKind = kinds.flatMap(({ kind, at }) => {
    const match = soldOf(kind, sold, plain);
    return match === undefined ? [] : [{ id: match.id, at, exact: false }];
  });
  const all = [...named, ...(named.length > 0 ? [] : byKind)].toSorted((a, b) => a.at - b.at);
  const ids = new Set(all.map(({ id }) => id));
  const several = ids.size > 1 && /\b(?:or|vs|versus|o)\b/.test(wanted);
  const unsold = ids.size === 0 ? (kinds.at(-1)?.kind ?? null) : null;
  return { id: several ? null : (all.at(-1)?.id ?? null), unsold, several };
}

/**
 * Removes the material of something else: 'my deck is wood', 'the neighbor has black metal', 'the old fence is vinyl'.
 * `names` are the sold materials' normalized names.
 */
function withoutOthers(text: string, names: readonly string[]): string {
  const kinds = [...Object.values(KINDS).map(({ source }) => source), ...names.map(escaped)].join('|');
  const thing = String.raw`(?:(?:old|existing|current|present) (?:one|fence|fencing)|neighbou?rs?(?:'s)?(?: (?:fence|one|side))?|deck|house|shed|garage|porch|pergola|posts|cerca (?:vieja|actual)|vecin[oa]s?|casa)`;
  const has = String.raw`(?:is|are|was|were|has|have|had|got|es|era|tienen?)`;
  return text.replaceAll(
    new RegExp(
      String.raw`\b${thing} (?:now )?${has} (?:made (?:of|from) |just |an? |de |all )?(?:[a-z]+ )?(?:${kinds})`,
      'g',
    ),
    ' ',
  );
}

/** Removes materials that the homeowner rejects: 'not vinyl', 'instead of wood', 'en vez de madera'. */
const withoutRefused = (text: string): string =>
  text.replaceAll(
    /\b(?:not|instead of|rather than|no|en vez de|en lugar de|don't want|no quiero) (?:the |a |de )?[a-z]+(?: link)?/g,
    ' ',
  );

function soldOf(kind: string, sold: readonly Sold[], plain: (name: string) => string): Sold | undefined {
  const names = (wanted: string) => sold.find(({ name }) => KINDS[wanted]?.test(plain(name)));
  // An unlisted kind of wood counts as 'wood', and 'wood' counts as any kind of wood that the company sells.
  return (
    names(kind) ?? (WOODS.has(kind) ? names('wood') : kind === 'wood' ? [...WOODS].map(names).find(Boolean) : undefined)
  );
}

const lastIndexOf = (text: string, pattern: RegExp): number =>
  [...text.matchAll(new RegExp(pattern, 'g'))].at(-1)?.index ?? -1;
