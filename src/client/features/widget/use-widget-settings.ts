import { useMutationState } from '@tanstack/react-query';
import type { WidgetSettings, WidgetSettingsInput } from '#shared/features/widget/widget-settings.schema.ts';
import { sayFailed } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';

const SCOPE = 'widget-settings';

/** Returns the changes that aren't saved yet, oldest first. */
const useUnsaved = () =>
  useMutationState<Partial<WidgetSettings>>({
    filters: { status: 'pending', predicate: ({ options }) => options.scope?.id === SCOPE },
    select: ({ state }) =>
      Object.fromEntries(
        Object.entries(state.variables as WidgetSettingsInput).filter(([, value]) => value !== undefined),
      ),
  });

/**
 * Returns the settings and `save`. A change is shown immediately, and changes are saved in order. If the server rejects
 * a change, it's no longer shown and an error is. A saved change refreshes the queries that depend on the settings.
 */
export const useWidgetSettings = () => {
  const utils = trpc.useUtils();
  const { data, error, refetch } = trpc.widget.settings.useQuery();
  // Changes cover the stored settings until they're saved. Settings that were read in the meantime may be without them.
  const unsaved = useUnsaved();
  const change = trpc.widget.updateSettings.useMutation({
    scope: { id: SCOPE },
    onError: (error) => sayFailed('We couldn’t change your widget', error),
    onSuccess: (saved) => {
      utils.widget.settings.setData(undefined, saved);
      void Promise.all([
        // Replaces a request that was sent before this change was saved.
        utils.widget.settings.invalidate(),
        utils.widget.config.invalidate(),
        utils.widget.code.invalidate(),
        utils.widget.generateCode.invalidate(),
        utils.company.checklist.invalidate(),
      ]);
    },
  });
  return {
    settings: {
      data: data && unsaved.reduce<WidgetSettings>((shown, input) => ({ ...shown, ...input }), data),
      error,
      refetch,
    },
    save: (input: WidgetSettingsInput) => change.mutate(input),
    saving: change.isPending,
    saved: change.isSuccess,
  };
};
