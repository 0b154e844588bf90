import type { MaterialView, PricingView } from '#shared/features/pricing/pricing.schema.ts';
import { SYSTEM_KEYS, type SystemKey } from '#shared/features/take-off/system-keys.ts';
import type { FieldErrors } from '#shared/primitives/app-error.ts';
import { parseDollars } from '#shared/primitives/cents.ts';
import { type Problem, problemOf } from '../../lib/errors.ts';
import type { SettingsForm } from '../../lib/settings-form.ts';
import { trpc } from '../../lib/trpc.ts';
import { toast } from '../../ui/toast.ts';
import { type BaseForm, baseFormOf, basePricesOf, type MaterialForm } from './pricing-form.rules.ts';

/** Maps the server's field names to the form's. */
const FIELD: Record<string, string> = { basePriceCents: 'base', gatePriceCents: 'gate', premiumCents: 'premium' };

/** Returns the server's errors for the fields of one form. */
export const refusedFields = ({ fields }: Problem, form: object): FieldErrors =>
  Object.fromEntries(
    Object.entries(fields)
      .map(([name, message]) => [FIELD[name] ?? name, message] as const)
      .filter(([name]) => Object.hasOwn(form, name)),
  );

/** Saves both base prices. If another window saved different prices first, loads and shows those. */
export const useSaveBasePrices = (pricing: PricingView, form: SettingsForm<BaseForm>, onSaved: () => void) => {
  const utils = trpc.useUtils();
  const mutation = trpc.pricing.updateBase.useMutation({
    onSuccess: (saved, sent) => {
      utils.pricing.get.setData(undefined, saved);
      form.saved({ sent: baseFormOf(sent), stored: baseFormOf(saved) });
      toast.done('Base pricing updated successfully');
      onSaved();
    },
    onError: () => void utils.pricing.get.invalidate(),
  });
  return {
    call: mutation,
    /** With `keepPrices`, materials with a premium keep their price per foot. */
    save: (values: BaseForm, keepPrices: boolean) => {
      const prices = basePricesOf(values);
      const { basePriceCents, gatePriceCents } = pricing;
      if (prices && !mutation.isPending)
        mutation.mutate({ ...prices, ...(keepPrices && { keepPrices }), was: { basePriceCents, gatePriceCents } });
    },
  };
};

/** Returns the fence system that was chosen. */
const readSystem = (key: string): SystemKey | null => SYSTEM_KEYS.find((each) => each === key) ?? null;

/** Saves a material. If `material` is null or was deleted in another window, a new one is created. */
export const useSaveMaterial = (material: MaterialView | null, onSaved: () => void) => {
  const utils = trpc.useUtils();
  const show = (change: (before: MaterialView[]) => MaterialView[]) =>
    utils.pricing.get.setData(undefined, (now) => now && { ...now, materials: change(now.materials) });
  const settled = (message: string) => {
    toast.done(message);
    void utils.pricing.get.invalidate();
    onSaved();
  };
  const onError = () => void utils.pricing.get.invalidate();
  const add = trpc.pricing.addMaterial.useMutation({
    onSuccess: (added) => {
      show((before) => [...before, added]);
      settled('New material added');
    },
    onError,
  });
  const update = trpc.pricing.updateMaterial.useMutation({
    onSuccess: (saved) => {
      show((before) => before.map((one) => (one.id === saved.id ? saved : one)));
      settled('Material updated successfully');
    },
    onError,
  });
  return {
    call: { isPending: add.isPending || update.isPending, error: add.error ?? update.error },
    save: ({ name, premium, description, system }: MaterialForm) => {
      const premiumCents = parseDollars(premium);
      if (premiumCents === undefined || add.isPending || update.isPending) return;
      const values = { name, premiumCents, description, system: readSystem(system) };
      if (!material) return add.mutate(values);
      const { id, ...stored } = material;
      const was = { name: stored.name, premiumCents: stored.premiumCents, description: stored.description };
      update.mutate({ id, ...values, was });
    },
  };
};

/** Chooses the materials that the widget shows on Starter. The choice is shown immediately. */
export const useChooseBasic = () => {
  const utils = trpc.useUtils();
  const mutation = trpc.pricing.chooseBasic.useMutation({
    onMutate: ({ materialIds }) => {
      const before = utils.pricing.get.getData();
      utils.pricing.get.setData(
        undefined,
        (now) =>
          now && { ...now, materials: now.materials.map((one) => ({ ...one, basic: materialIds.includes(one.id) })) },
      );
      return { before };
    },
    onSuccess: (saved) => {
      utils.pricing.get.setData(undefined, saved);
      void utils.widget.config.invalidate();
    },
    onError: (error, _input, context) => {
      utils.pricing.get.setData(undefined, context?.before);
      toast.error('We couldn’t change your widget’s materials', { detail: problemOf(error).message });
    },
  });
  return (materialIds: string[]) => mutation.mutate({ materialIds });
};

/** Removes a material from the list immediately, with an undo button. */
export const useDeleteMaterial = () => {
  const utils = trpc.useUtils();
  const reload = () => void utils.pricing.get.invalidate();
  const restore = trpc.pricing.restoreMaterial.useMutation({
    onError: (error) => toast.error('We couldn’t restore the material', { detail: problemOf(error).message }),
    onSettled: reload,
  });
  const mutation = trpc.pricing.deleteMaterial.useMutation({
    onMutate: ({ id }) => {
      const before = utils.pricing.get.getData();
      utils.pricing.get.setData(
        undefined,
        (now) => now && { ...now, materials: now.materials.filter((one) => one.id !== id) },
      );
      return { before };
    },
    onSuccess: (_nothing, { id }) =>
      toast.done('Material deleted successfully', {
        action: { label: 'Undo', onClick: () => restore.mutate({ id }) },
      }),
    onError: (error, _input, context) => {
      utils.pricing.get.setData(undefined, context?.before);
      toast.error('We couldn’t delete the material', { detail: problemOf(error).message });
    },
    onSettled: reload,
  });
  return (id: string) => mutation.mutate({ id });
};
