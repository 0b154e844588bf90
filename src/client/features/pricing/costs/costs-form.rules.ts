import {
  type CostsCheckInput,
  costsCheckInput,
  type CostsView,
  LABOR_PER,
} from '#shared/features/take-off/costs.schema.ts';
import type { FieldErrors } from '#shared/primitives/app-error.ts';
import { parseDollars } from '#shared/primitives/cents.ts';
import { isSameJson } from '../../../lib/form.ts';
import { priceText } from '../pricing-form.rules.ts';

export interface LaborRow {
  activity: string;
  per: (typeof LABOR_PER)[number];
  minutes: string;
}

/** Costs as typed, in dollars. '' means that no cost was entered. */
export interface CostsForm {
  hourlyCents: string;
  /** In per cent. */
  targetMarginBps: string;
  items: { key: string; cents: string }[];
  labor: LaborRow[];
}

export const costsFormOf = ({ hourlyCents, targetMarginBps, items, labor }: CostsView): CostsForm => ({
  hourlyCents: hourlyCents === 0 ? '' : priceText(hourlyCents),
  targetMarginBps: targetMarginBps === null ? '' : String(targetMarginBps / 100),
  items: items.map(({ key, cents }) => ({ key, cents: cents === null ? '' : priceText(cents) })),
  labor: labor.map(({ activity, per, minutes }) => ({ activity, per, minutes: String(minutes) })),
});

/** Whether a stored value has these fields as texts. */
const hasTexts = (value: unknown, fields: readonly string[]): boolean =>
  typeof value === 'object' &&
  value !== null &&
  fields.every((field) => typeof (value as Record<string, unknown>)[field] === 'string');

const isKept = (kept: unknown): kept is CostsForm => {
  if (!hasTexts(kept, ['hourlyCents', 'targetMarginBps'])) return false;
  const { items, labor } = kept as { items?: unknown; labor?: unknown };
  return (
    Array.isArray(items) &&
    items.every((item) => hasTexts(item, ['key', 'cents'])) &&
    Array.isArray(labor) &&
    labor.every((row) => hasTexts(row, ['activity', 'per', 'minutes']) && LABOR_PER.includes((row as LaborRow).per))
  );
};

/** Returns what was typed before a reload, for the items that are stored now. Null if nothing valid was kept. */
export const readKeptCosts = (kept: unknown, stored: CostsForm): CostsForm | null =>
  isKept(kept)
    ? { ...kept, items: stored.items.map((one) => kept.items.find(({ key }) => key === one.key) ?? one) }
    : null;

const isEmpty = (text: string): boolean => text.trim() === '';
const readNumber = (text: string): number => (isEmpty(text) ? Number.NaN : Number(text.trim().replace(/%$/, '')));

/** Returns the changes between two forms, as they're sent. Items that weren't changed are left out. */
export const costsChanges = (form: CostsForm, stored: CostsForm): CostsCheckInput => {
  const items = form.items.filter(({ key, cents }) => stored.items.find((one) => one.key === key)?.cents !== cents);
  const { hourlyCents: hourly, targetMarginBps: target } = form;
  return {
    ...(hourly !== stored.hourlyCents && { hourlyCents: isEmpty(hourly) ? 0 : (parseDollars(hourly) ?? Number.NaN) }),
    ...(target !== stored.targetMarginBps && {
      targetMarginBps: isEmpty(target) ? null : Number((readNumber(target) * 100).toFixed(6)),
    }),
    ...(items.length > 0 && {
      items: items.map(({ key, cents }) => ({
        key,
        cents: isEmpty(cents) ? null : (parseDollars(cents) ?? Number.NaN),
      })),
    }),
    ...(!isSameJson(form.labor, stored.labor) && {
      labor: form.labor.map(({ activity, per, minutes }) => ({ activity, per, minutes: readNumber(minutes) })),
    }),
  };
};

/** Returns the errors in the changes by the name of the field: `items.KEY`, `labor.0.minutes`. */
export const costsFaults = (form: CostsForm, stored: CostsForm): FieldErrors => {
  const changes = costsChanges(form, stored);
  return namedByKey(
    Object.fromEntries(
      (costsCheckInput.safeParse(changes).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]),
    ),
    changes,
  );
};

/** Names the errors of items by their key, because the changes contain only some items. */
export const namedByKey = (errors: FieldErrors, { items = [] }: CostsCheckInput): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).map(([path, message]) => {
      const [list, at = ''] = path.split('.');
      const item = list === 'items' ? items[Number(at)] : undefined;
      return [item ? `items.${item.key}` : path, message];
    }),
  );
