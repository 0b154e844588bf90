import { type InstantSettings, instantSettings } from '#shared/features/instant/instant.schema.ts';
import type { FieldErrors } from '#shared/primitives/app-error.ts';
import { parseDollars } from '#shared/primitives/cents.ts';

/**
 * The bounds as typed. The switches are 'on' or ''. `materials` has the chosen materials' ids with spaces between them,
 * '' for all.
 */
export type InstantForm = Record<
  'enabled' | 'maxTotal' | 'maxFeet' | 'zips' | 'materials' | 'requireDrawing' | 'visitFirst',
  string
>;

const ON = 'on';
export const switchText = (on: boolean): string => (on ? ON : '');
export const isOn = (text: string): boolean => text === ON;

export const instantFormOf = (stored: InstantSettings): InstantForm => ({
  enabled: switchText(stored.enabled),
  maxTotal: (stored.maxTotalCents / 100).toLocaleString('en-US', {
    minimumFractionDigits: stored.maxTotalCents % 100 === 0 ? 0 : 2,
  }),
  maxFeet: String(stored.maxFeet),
  zips: stored.zips.join(', '),
  materials: stored.materialIds.join(' '),
  requireDrawing: switchText(stored.requireDrawing),
  visitFirst: switchText(stored.visitFirst),
});

const partsOf = (text: string): string[] => text.split(/[\s,;]+/).filter((part) => part !== '');
export const materialsIn = (form: InstantForm): string[] => partsOf(form.materials);

/** Returns the bounds to save. A number that can't be read is NaN. */
export const instantSettingsOf = (form: InstantForm): InstantSettings => ({
  enabled: isOn(form.enabled),
  maxTotalCents: parseDollars(form.maxTotal) ?? Number.NaN,
  maxFeet: /^\s*[\d,]+(\.\d+)?\s*$/.test(form.maxFeet) ? Number(form.maxFeet.replaceAll(',', '')) : Number.NaN,
  zips: partsOf(form.zips),
  materialIds: materialsIn(form),
  requireDrawing: isOn(form.requireDrawing),
  visitFirst: isOn(form.visitFirst),
});

const FIELD_OF: Record<string, keyof InstantForm> = { maxTotalCents: 'maxTotal', materialIds: 'materials' };

/** Returns errors by the form's fields. Paths are as in the schema, such as 'zips.0'. */
export const atInstantFields = (fields: FieldErrors): FieldErrors => {
  const errors: FieldErrors = {};
  for (const [path, message] of Object.entries(fields)) {
    const name = path.replace(/\.\d+$/, '');
    errors[FIELD_OF[name] ?? name] ??= message;
  }
  return errors;
};

export const instantFaults = (form: InstantForm): FieldErrors =>
  atInstantFields(
    Object.fromEntries(
      (instantSettings.safeParse(instantSettingsOf(form)).error?.issues ?? [])
        .toReversed()
        .map(({ path, message }) => [path.join('.'), message]),
    ),
  );
